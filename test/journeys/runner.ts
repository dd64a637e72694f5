import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sweepGroups } from '../../src/runner/cgroups/prepare.ts'
import type { OwnedProcess } from '#platform/owned-process.ts'
import { missingForWall, ROOT } from '../runner/harness.ts'

/** Set when there is a runner: journeys that need one say so where there is none. */
export const JOURNEYS_RUNNER = 'JOURNEYS_RUNNER'

type Launch = (command: string, env: NodeJS.ProcessEnv) => OwnedProcess

/** The real runner with the production engine, where a wall can be built. `env` is the web process's way to it. */
export function startJourneyRunner(launch: Launch, path: string | undefined) {
  if (missingForWall().length > 0) return { env: {}, stop: async () => {} }
  const state = mkdtempSync(join(tmpdir(), 'codeshelf-journeys-runner-'))
  const secret = { RUNNER_SECRET: 'secret-of-the-journeys' }
  const running = launch('runner', {
    PATH: path,
    ...secret,
    RUNNER_STATE: state,
    RUNNER_ROOT: ROOT,
    RUNNER_UID: '64099',
  })
  process.env[JOURNEYS_RUNNER] = '1'
  return {
    env: { ...secret, RUNNERS: `unix:${join(state, 'runner.sock')}` },
    stop: async () => {
      await running.stop()
      await sweepGroups()
      rmSync(state, { recursive: true, force: true })
    },
  }
}
