import type { FileId, NoteId } from '#base/ids.ts'
import { linkKey } from '#base/named-link.ts'
import { readingPath } from '#base/reading-path.ts'

export const TARGET_KINDS = ['file', 'note', 'board'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

/** What a link means. */
export type LinkTarget = { kind: TargetKind; id: string }

/** `title`: the path of a file, the title of a note or the name of a board. */
export type FoundTarget = LinkTarget & { title: string; language: string | null; inTrash: boolean }

/** The text that a link is in. */
export type LinkSource = { kind: 'note'; id: NoteId } | { kind: 'file'; id: FileId }

/** A link of a text whose target exists, with the present name of the target. */
export type KnownLink = {
  key: string
  kind: TargetKind
  id: string
  /** The path of a file, the title of a note or the name of a board. */
  title: string
  /** The language of a file. */
  language: string | null
}

/** So many different links of one text are followed. */
export const MAX_LINKS_PER_TEXT = 200
export const EXCERPT_CHARS = 200

/** The text that a link is in, as an address says it. */
type From = { kind: LinkSource['kind']; id: string }

/** Where a link leads when nothing is known of its target: the page that looks the name up. */
function openHref({ from, name, part }: { from: From | null; name: string; part: string | null }): string {
  const query = new URLSearchParams({ ...(from && { [from.kind]: from.id }), name, ...(part !== null && { part }) })
  return `/links/open?${query}`
}

/** As it is written between the brackets. */
export type WrittenLink = { name: string; part: string | null; words: string | null }

/** The address of a link and the words that a reader sees: those that the text gives it, else the present name of its target. */
export function shownLink(
  link: WrittenLink,
  from: From | null,
  known: readonly KnownLink[],
): { href: string; words: string } {
  const key = linkKey(link.name)
  const target = known.find((each) => each.key === key)
  const name = target ? presentName(link.name, target) : link.name
  const words = link.words ?? (link.part === null ? name : `${name}#${link.part}`)
  const isDirect = target && target.kind !== 'note' && link.part === null
  return { href: isDirect ? targetHref(target) : openHref({ from, ...link }), words }
}

function targetHref({ kind, id, language }: KnownLink): string {
  return kind === 'file' ? readingPath({ id, language: language ?? '' }) : `/boards/${id}`
}

/** As it was written while that is still its name, so that nothing changes for a reader who knows the source. */
function presentName(written: string, { kind, title }: KnownLink): string {
  if (title === '') return written
  const names = kind === 'file' ? fileNames(title) : [title]
  if (names.some((name) => linkKey(name) === linkKey(written))) return written
  return kind === 'file' && !written.includes('/') ? (title.split('/').at(-1) ?? title) : title
}

/** The links that the texts alone do not say: their targets are called differently now, or are one of several of that name. */
export function renamedLinks(links: readonly KnownLink[]): (LinkTarget & { key: string })[] {
  return links.filter(({ key, title }) => linkKey(title) !== key).map(({ key, kind, id }) => ({ key, kind, id }))
}

/** The names by which a link can mean a file: its path, its name, and its name without `.md`. */
export function fileNames(path: string): string[] {
  const base = path.split('/').at(-1) ?? path
  const stem = base.replace(/(?<=.)\.(?:md|markdown)$/i, '')
  return [...new Set([path, base, stem])]
}
