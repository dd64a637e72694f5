import type { Source, Write } from './source.ts'

type Written = Write & { path: string; owner: string }

/** One writer per table: each table is written by the store of one feature, or by one part of the platform. */
export function checkWriters(sources: readonly Source[]): string[] {
  const writes = sources.flatMap(writesOf)
  return [...writes.flatMap(checkLocation), ...checkOwners(writes)]
}

function writesOf(source: Source): (Written & { mayWrite: boolean })[] {
  const { path, location, facts } = source
  const mayWrite = location.layer === 'store' || location.layer.startsWith('platform')
  // Elsewhere a text may contain "delete from trash"; SQL cannot be imported there, so checking calls of the builder suffices.
  const writes = mayWrite ? facts.writes : facts.writes.filter(({ how }) => how !== 'sql')
  return writes.map((write) => ({ ...write, path, owner: ownerOf(source), mayWrite }))
}

function ownerOf({ path, location }: Source): string {
  if (location.feature !== null) return location.feature
  const [, folder, part = ''] = path.split('/')
  return `${folder}/${part.replace(/\.tsx?$/, '')}`
}

function checkLocation({ path, line, table, mayWrite, how }: Written & { mayWrite: boolean }): string[] {
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
    const writers = [...owners.values()].map(({ owner, path, line }) => `${owner} (${path}:${line})`)
    return [`${table} has ${owners.size} writers: ${writers.join(', ')}: one writer per table`]
  })
}
