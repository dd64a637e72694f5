import { linkKey } from '#base/named-link.ts'
import { normalizePath } from '#base/path.ts'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { FoundLink } from '../found-links.ts'
import { fileNames, type LinkTarget } from '../link.ts'
import * as store from '../store.ts'

type Wanted = Pick<FoundLink, 'key' | 'name' | 'by'>

/**
 * What each link means now: the file with this path, a file with this name, a note with this title, a board with this name, in this
 * order; of several the one that changed last. `folder`: of the text, for paths.
 */
export async function resolveLinks(
  db: Db,
  userId: UserId,
  wanted: readonly Wanted[],
  folder: string,
): Promise<Map<string, LinkTarget>> {
  const named = wanted.filter(({ by }) => by === 'name')
  const found = new Map<string, LinkTarget>()
  if (wanted.length > 0) await findFiles(db, userId, wanted, folder, found)
  const missing = () => named.filter(({ key }) => !found.has(key))
  if (missing().length > 0) addNamed(found, missing(), 'note', await store.listTitles(db, userId))
  if (missing().length > 0) addNamed(found, missing(), 'board', await store.listBoardNames(db, userId))
  return found
}

async function findFiles(
  db: Db,
  userId: UserId,
  wanted: readonly Wanted[],
  folder: string,
  found: Map<string, LinkTarget>,
): Promise<void> {
  const paths = new Map(wanted.map((link) => [link.key, link.by === 'path' ? pathFrom(folder, link.name) : link.name]))
  const bases = wanted.filter(({ by }) => by === 'name').flatMap(({ name }) => basesOf(name))
  const files = await store.findFilesNamed(db, userId, {
    paths: [...paths.values()].filter((path) => path !== null),
    bases,
  })
  const byPath = new Map(files.map(({ id, path }) => [path, id]))
  const byName = new Map<string, string>()
  for (const { id, path } of files)
    for (const name of fileNames(path)) if (!byName.has(linkKey(name))) byName.set(linkKey(name), id)
  for (const { key, by } of wanted) {
    const id = byPath.get(paths.get(key) ?? '') ?? (by === 'name' ? byName.get(key) : undefined)
    if (id !== undefined) found.set(key, { kind: 'file', id })
  }
}

/** As the index of names has them. */
function basesOf(name: string): string[] {
  const base = (name.split('/').at(-1) ?? name).toLowerCase()
  return [base, `${base}.md`, `${base}.markdown`]
}

function pathFrom(folder: string, path: string): string | null {
  return normalizePath(`${folder}/${path}`)
}

function addNamed(
  found: Map<string, LinkTarget>,
  wanted: readonly Wanted[],
  kind: 'note' | 'board',
  things: readonly { id: string; title: string }[],
): void {
  const byKey = new Map(things.toReversed().map(({ id, title }) => [linkKey(title), id]))
  for (const { key } of wanted) {
    const id = byKey.get(key)
    if (id !== undefined) found.set(key, { kind, id })
  }
}
