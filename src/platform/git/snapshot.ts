import { link, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Snapshot = AsyncDisposable & { dir: string }

/**
 * A repository that does not change while a fetch or a repack goes on in the mirror: its packs are hard links, and every object
 * of a mirror is in a pack. Symbolic links would not do, because go-git follows none that leave the repository.
 */
export async function createSnapshot(mirror: string, dir: string, commit: string, config: string): Promise<Snapshot> {
  // Of a process that was killed.
  await rm(dir, { recursive: true, force: true })
  const packs = join(dir, 'objects', 'pack')
  await mkdir(packs, { recursive: true })
  await mkdir(join(dir, 'refs', 'heads'), { recursive: true })
  await writeFile(join(dir, 'HEAD'), `${commit}\n`)
  await writeFile(join(dir, 'config'), `[core]\n\tbare = true\n\trepositoryformatversion = 0\n${config}`)
  const from = join(mirror, 'objects', 'pack')
  for (const name of await readdir(from))
    if (/\.(pack|idx|rev)$/.test(name) && !name.startsWith('tmp_')) await link(join(from, name), join(packs, name))
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}
