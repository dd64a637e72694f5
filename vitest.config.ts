import { defineConfig } from 'vitest/config'

const database = ['src/**/*.db.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}']

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    pool: 'threads',
    // Vitest would leave one core to the others, and much of our time is waiting: for leases, limits and processes that end.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Two projects, so that a run of pure tests alone does not wait for a database server.
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: ['src/**/*.db.test.{ts,tsx}'],
        },
      },
      { extends: true, test: { name: 'database', include: database, globalSetup: 'test/global-setup.ts' } },
    ],
  },
})
