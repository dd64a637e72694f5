import type { Item, Source } from './source.ts'

/** The `source_url` by which the same file is found when it is moved again: its address, or its place in its source. */
export function sourceUrlOf(source: Source, { url, key }: Pick<Item, 'url' | 'key'>): string | undefined {
  if (url !== null && url !== '') return url
  return key === null ? undefined : `move-in:${source}/${key.split('/').map(encodeURIComponent).join('/')}`
}

/** The source of a whole move: of several, the files are what they have in common. */
export function commonSource(sources: ReadonlySet<Source>): Source {
  const [first = 'folder', second] = sources
  return second === undefined ? first : 'folder'
}
