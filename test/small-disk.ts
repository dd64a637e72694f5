import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { open, readdir, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const FILLER = 'filler'
/** The beginning of the name of each mount. */
export const SMALL_DISK = 'codeshelf-disk-'

export type SmallDisk = AsyncDisposable & {
  dir: string
  /** Leaves so many bytes free. */
  fill: (left?: number) => Promise<void>
  free: () => Promise<void>
  /** Every file and folder, without the filler. */
  names: () => Promise<string[]>
}

/** A file system of its own that is as small as wanted. Mounting it needs root: null for everybody else. */
export function smallDisk(mib: number): SmallDisk | null {
  const dir = mkdtempSync(join(tmpdir(), SMALL_DISK))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=0777`, 'tmpfs', dir], { stdio: 'ignore' })
  } catch {
    rmdirSync(dir)
    return null
  }
  const filler = join(dir, FILLER)
  return {
    dir,
    async fill(left = 0) {
      await using file = await open(filler, 'w')
      let size = 0
      for (;;) {
        try {
          await file.write(Buffer.alloc(4_096), 0, 4_096, size)
          size += 4_096
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
          await file.truncate(Math.max(0, size - left))
          return
        }
      }
    },
    free: () => rm(filler, { force: true }),
    names: async () => (await readdir(dir, { recursive: true })).filter((name) => name !== FILLER).toSorted(),
    async [Symbol.asyncDispose]() {
      // Lazily: a process that ends a moment later must not keep the mount.
      execFileSync('umount', ['--lazy', dir], { stdio: 'ignore' })
      await rmdir(dir)
    },
  }
}
