import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { BACKUP_NAME, UNFINISHED_PREFIX } from './create.ts'

/** Keeps the newest backups and deletes partial ones older than a day. Nothing else in the directory is touched. */
export async function removeOldBackups(dir: string, keep: number, now: Date): Promise<string[]> {
  const names = await readdir(dir)
  const old = names
    .filter((name) => BACKUP_NAME.test(name))
    .toSorted()
    .slice(0, -keep)
  const halves = names.filter((name) => name.startsWith(UNFINISHED_PREFIX))
  for (const name of halves) if (await isOlder(join(dir, name), addSeconds(now, -SECONDS_PER_DAY))) old.push(name)
  for (const name of old) await rm(join(dir, name), { recursive: true })
  return old
}

async function isOlder(path: string, than: Date): Promise<boolean> {
  return (await stat(path)).mtime < than
}
