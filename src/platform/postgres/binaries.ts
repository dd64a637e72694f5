import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Owner } from './owner.ts'

/**
 * The directory with initdb and postgres: what `PG_BIN` says, else the newest of the system, else the one from npm. With `major` it must
 * be that version.
 */
export async function findBinaries(owner: Owner, fallbackDir: string, major: number | null = null): Promise<string> {
  const fromEnvironment = process.env['PG_BIN']
  if (fromEnvironment !== undefined && fromEnvironment !== '') return fromEnvironment
  const system = globSync('/usr/lib/postgresql/*/bin')
    .filter((dir) => existsSync(join(dir, 'initdb')))
    .filter((dir) => major === null || directoryVersion(dir) === major)
    .toSorted((a, b) => directoryVersion(b) - directoryVersion(a))[0]
  const found = system ?? (await embedded(owner, fallbackDir))
  if (found === null)
    throw new Error(
      `PostgreSQL${major === null ? '' : ` ${major}`} was not found. Install Debian's package postgresql, or set PG_BIN or DATABASE_URL.`,
    )
  if (major !== null && majorVersion(found) !== major)
    throw new Error(
      `The data in ${fallbackDir} was written by PostgreSQL ${major}, and only version ${majorVersion(found)} is installed. Install version ${major}, or see docs/upgrade.md.`,
    )
  return found
}

/** Imported here, because only machines without PostgreSQL need it. */
async function embedded(owner: Owner, fallbackDir: string): Promise<string | null> {
  const { embeddedBinaries } = await import('./embedded-binaries.ts')
  return embeddedBinaries(owner, fallbackDir)
}

function directoryVersion(binDir: string): number {
  return Number(basename(dirname(binDir)))
}

export function majorVersion(binDir: string): number {
  const { stdout } = spawnSync(join(binDir, 'postgres'), ['--version'], { encoding: 'utf8' })
  const major = Number(/\d+/.exec(stdout)?.[0])
  if (Number.isNaN(major)) throw new Error(`No PostgreSQL in ${binDir}`)
  return major
}
