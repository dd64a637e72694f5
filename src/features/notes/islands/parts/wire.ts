import type { Place } from '#features/following/place.ts'
import { parseColor } from '../../color-ids.ts'
import type { Edit, Fields, Stored } from '../../browser/saving/fields.ts'
import type { ListedLinks, ListedNote, NoteLocation, OfferedMove } from '../../browser/saving/listed-note.ts'
import type { BatchResult } from '../../schema/notes.ts'
import type { PlaceItem } from '../../schema/places.ts'

export type NoteItem = NonNullable<BatchResult['note']>

function fieldsOf(item: NoteItem): Fields {
  return {
    title: item.title,
    content: item.content,
    position: item.position,
    size: item.size,
    color: parseColor(item.color) ?? 'yellow',
    tags: item.tags,
    isMinimized: item.is_minimized,
    mode: item.mode,
    lineStart: item.line_start,
    lineEnd: item.line_end,
    anchorId: item.anchor_id,
    anchorText: item.anchor_text,
  }
}

export function storedOf(item: NoteItem): Stored {
  return { fields: fieldsOf(item), updatedAt: item.updated_at }
}

export function listedOf(item: NoteItem): ListedNote {
  return {
    id: item.id,
    stored: storedOf(item),
    location: locationOf(item),
    links: linksOf(item),
    createdAt: item.created_at,
  }
}

function linksOf({ links, linked_from: linkedFrom }: NoteItem): ListedLinks {
  return { known: links.map(({ name: key, ...link }) => ({ key, ...link })), linkedFrom }
}

function locationOf({ place, line_start: was, line_end: wasEnd }: NoteItem): NoteLocation {
  if (!place) return null
  const start = place.line_start ?? was ?? 1
  const end = place.line_end ?? wasEnd ?? start
  return {
    state: place.state,
    start,
    end,
    evidence: place.evidence && placeOf(place.evidence),
    wasPath: place.was_path,
    offer: place.offer && offerOf(place.offer),
  }
}

type Offer = NonNullable<NonNullable<NoteItem['place']>['offer']>

function offerOf({ file_id: fileId, path, version, line_start: start, line_end: end }: Offer): OfferedMove {
  return { fileId, path, version, start, end }
}

export function placeOf(item: PlaceItem): Place {
  const { kind, commit, version, path = '', at, line_start: start, line_end: end, symbol } = item
  return { kind, since: commit ?? String(version), at, path, start, end, ...(symbol && { symbol }) }
}

/** Only changed fields are sent. */
export function toWire(edit: Edit): Record<string, unknown> {
  const { isMinimized, lineStart, lineEnd, anchorId, anchorText, ...same } = edit
  const renamed = {
    is_minimized: isMinimized,
    line_start: lineStart,
    line_end: lineEnd,
    anchor_id: anchorId,
    anchor_text: anchorText,
  }
  return { ...same, ...Object.fromEntries(Object.entries(renamed).filter(([, value]) => value !== undefined)) }
}
