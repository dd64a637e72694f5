import type { Source, Write } from './source.ts'

type Written = Write & { path: string; owner: string }

/** One writer per table: each table is written by the store of one feature, or by one part of the platform. */
export function checkWriters(sources: readonly Source[]): string[] {
  const writes = sources.flatMap(writesOf)
  return [...writes.flatMap(checkPlace), ...checkOwners(writes)]
}

function writesOf(source: Source): (Written & { mayWrite: boolean })[] {
  const { path, place, facts } = source
  const mayWrite = place.room === 'store' || place.room.startsWith('platform')
  // Elsewhere a sentence may say "delete from trash"; nobody there can import what runs SQL, so calls of the builder suffice.
  const writes = mayWrite ? facts.writes : facts.writes.filter(({ how }) => how !== 'sql')
  return writes.map((write) => ({ ...write, path, owner: ownerOf(source), mayWrite }))
}

function ownerOf({ path, place }: Source): string {
  if (place.feature !== null) return place.feature
  const [, folder, part = ''] = path.split('/')
  return `${folder}/${part.replace(/\.tsx?$/, '')}`
}

function checkPlace({ path, line, table, mayWrite, how }: Written & { mayWrite: boolean }): string[] {
  const name = table ?? 'a table'
  if (!mayWrite) return [`${path}:${line} writes ${name}: only a store (or the platform) writes`]
  if (table === null && how !== 'sql')
    return [`${path}:${line} does not spell out which table it writes: one writer per table cannot be seen`]
  return []
}

function checkOwners(writes: readonly Written[]): string[] {
  const byTable = Map.groupBy(writes, ({ table }) => table)
  return [...byTable].flatMap(([table, list]) => {
    const owners = new Map(list.map((write) => [write.owner, write]))
    if (table === null || owners.size < 2) return []
    const places = [...owners.values()].map(({ owner, path, line }) => `${owner} (${path}:${line})`)
    return [`${table} has ${owners.size} writers: ${places.join(', ')}: one writer per table`]
  })
}
