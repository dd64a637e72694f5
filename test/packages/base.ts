import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** Kept for the next test of the same checkout. */
const BASE = join(ROOT, 'test-results/debian-12')

/** The file system of a Debian 12 on which nothing but systemd was installed, made by Debian's own tool. */
export function debianBase(): string {
  if (existsSync(BASE)) return BASE
  if (process.getuid?.() !== 0) throw new Error('Only root can make a file system and start a machine from it.')
  mkdirSync(join(ROOT, 'test-results'), { recursive: true })
  const unfinished = `${BASE}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const mirror = process.env['DEBIAN_MIRROR'] ?? 'http://deb.debian.org/debian'
  const options = [
    '--quiet',
    '--variant=minbase',
    '--format=directory',
    '--include=systemd-sysv',
    '--skip=cleanup/apt/lists',
  ]
  const { status, stderr } = spawnSync('mmdebstrap', [...options, 'bookworm', unfinished, mirror], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`mmdebstrap failed: ${stderr}`)
  renameSync(unfinished, BASE)
  return BASE
}

/** The one file of `release/` whose name matches; `npm run release` makes them. */
export function releaseFile(pattern: string): string {
  const [found, ...others] = globSync(join(ROOT, 'release', pattern))
  if (found === undefined || others.length > 0) throw new Error(`release/${pattern}: run npm run release first`)
  return found
}
