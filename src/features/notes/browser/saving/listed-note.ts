import type { Place } from '#features/following/place.ts'
import type { KnownLink } from '#features/links/link.ts'
import type { Fields, Stored } from './fields.ts'

/** The lines of a note in the newest version of its file; null when it has no lines. */
export type NoteLocation = {
  state: 'anchored' | 'shifted' | 'moved' | 'changed' | 'lost' | 'unknown'
  start: number
  end: number
  /** What happened to the lines last. */
  evidence?: Place | undefined
  /** The repository file that the note was attached to, when it is another one. */
  wasPath?: string | undefined
  /** For a lost note: the file of the library that has its code now. */
  offer?: OfferedMove | undefined
} | null

/** Lines of one version of another file. */
export type OfferedMove = { fileId: string; path: string; version: number; start: number; end: number }

/** A note as the server lists it. */
export type ListedNote = { id: string; stored: Stored; location: NoteLocation; links: ListedLinks; createdAt: string }

/** What the links in a note mean, and how many texts link to it. */
export type ListedLinks = { known: readonly KnownLink[]; linkedFrom: number }

export const NO_LINKS: ListedLinks = { known: [], linkedFrom: 0 }

export function isSameLinks(a: ListedLinks, b: ListedLinks): boolean {
  const isSame = (link: KnownLink, other: KnownLink | undefined) =>
    link.key === other?.key && link.id === other.id && link.title === other.title && link.language === other.language
  return (
    a.linkedFrom === b.linkedFrom &&
    a.known.length === b.known.length &&
    a.known.every((link, i) => isSame(link, b.known[i]))
  )
}

/** The location of a note that was just attached to its lines; null without lines. */
export function anchoredAt({ lineStart, lineEnd }: Pick<Fields, 'lineStart' | 'lineEnd'>): NoteLocation {
  return lineStart === null ? null : { state: 'anchored', start: lineStart, end: lineEnd ?? lineStart }
}

export function isSameLocation(a: NoteLocation, b: NoteLocation): boolean {
  const isSamePlace = a?.state === b?.state && a?.start === b?.start && a?.end === b?.end
  return isSamePlace && a?.evidence?.since === b?.evidence?.since && isSameOffer(a?.offer, b?.offer)
}

function isSameOffer(a: OfferedMove | undefined, b: OfferedMove | undefined): boolean {
  return a?.fileId === b?.fileId && a?.path === b?.path && a?.version === b?.version && a?.start === b?.start
}
