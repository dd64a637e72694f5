import { defineConfig } from 'vitest/config'

/** Set by `npm run test:citus`: the tests of these features on a Citus cluster; with `full` every database test. */
const citus = process.env['CITUS']
const CITUS_SMALL = ['files', 'notes', 'boards', 'tokens', 'shares', 'announcements', 'settings', 'auth']

/** Set by `npm run test:failover`: it needs Patroni, etcd and HAProxy. */
const FAILOVER = { extends: true as const, test: { name: 'failover', include: ['test/failover/*.test.ts'] } }

/** Set by `npm run test:pgbouncer`: it needs PgBouncer. */
const PGBOUNCER = { extends: true as const, test: { name: 'pgbouncer', include: ['test/pgbouncer/*.test.ts'] } }

/** Set by `npm run test:packages`: it needs root, Debian's tools and the files of `npm run release`. */
const PACKAGES = {
  extends: true as const,
  test: { name: 'packages', include: ['test/packages/*.test.ts'], fileParallelism: false },
}

/** Set by `npm run test:rolling` to a built checkout of the release that is upgraded. */
const ROLLING = {
  extends: true as const,
  test: { name: 'rolling', include: ['test/upgrade/rolling.test.ts'], globalSetup: 'test/global-setup.ts' },
}

/** Modules are loaded once for many files of tests, not once for each. */
const TOGETHER = { isolate: false }
const WITH_DATABASE = { ...TOGETHER, setupFiles: ['test/setup.ts'] }

const database = ['src/**/*.db.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}']

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    // Not threads: `spawn` copies the page tables of its process, and with all tests in one process of 3 GB that was a third of our time.
    pool: 'forks',
    // Vitest would leave one core to the others, and much of our time is waiting: for leases, limits and processes that end.
    maxWorkers: 2,
    // Generous, because a busy machine with two cores is several times slower than a quiet one, and its disk can stand still.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // Two projects, so that a run of pure tests alone does not wait for a database server.
    projects: [
      ...(citus === undefined ? [] : [citusProject()]),
      ...(process.env['FAILOVER'] === undefined ? [] : [FAILOVER]),
      ...(process.env['PGBOUNCER'] === undefined ? [] : [PGBOUNCER]),
      ...(process.env['PACKAGES'] === undefined ? [] : [PACKAGES]),
      ...(process.env['ROLLING'] === undefined ? [] : [ROLLING]),
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['{src,packages}/**/*.test.{ts,tsx}', 'tools/**/*.test.ts', 'test/packages/{blocks,follow}.test.ts'],
          exclude: ['src/**/*.db.test.{ts,tsx}'],
          ...TOGETHER,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: database,
          exclude: [
            'test/citus/*.citus.test.ts',
            'test/failover/*',
            'test/pgbouncer/*',
            'test/packages/*',
            'test/upgrade/rolling.test.ts',
          ],
          ...WITH_DATABASE,
          globalSetup: 'test/global-setup.ts',
        },
      },
    ],
  },
})

function citusProject() {
  const include =
    citus === 'full'
      ? ['{src,test}/**/*.db.test.{ts,tsx}']
      : [
          ...CITUS_SMALL.map((feature) => `src/features/${feature}/*.db.test.ts`),
          'src/features/repos/shared-*.db.test.ts',
        ]
  return {
    extends: true as const,
    test: {
      name: 'citus',
      include: [...include, 'test/citus/*.citus.test.ts'],
      ...WITH_DATABASE,
      globalSetup: 'test/citus/global-setup.ts',
    },
  }
}
