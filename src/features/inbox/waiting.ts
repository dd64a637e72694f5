import { findCheckboxes } from '#base/checkboxes.ts'
import { firstPlainLine } from '#base/plain-text.ts'
import { isoUtc } from '#base/time.ts'
import type { InboxNote } from '#features/notes/inbox.ts'
import type { Target } from '#features/notes/note.ts'
import { nameOf } from '#features/notes/note-name.ts'
import { noteUrl } from '#features/notes/note-url.ts'
import { attachUrl, openUrl, type ShownNote, sourceName } from './shown-note.ts'

/** A note in a list of one line each, as pages hand it to the browser. */
export type BriefNote = {
  noteId: string
  /** The title or the first words; empty for an empty note. */
  name: string
  kind: Target['kind']
  /** The file, the board, or the path in its repository. */
  source: string
  line: number | null
  url: string
  /** The exact string of the server, which is sent back to detect a change elsewhere. */
  updatedAt: string
}

/** A note whose lines have other text, or are gone. */
export type MovedNote = BriefNote & {
  state: 'changed' | 'lost'
  isFileGone: boolean
  /** Its current lines; null when they are gone. */
  lines: { start: number; end: number } | null
  attachUrl: string
}

/** `checked`: the ticked checkboxes before it, which a form without script sends again. */
export type OpenTask = BriefNote & { index: number; text: string; checked: number[] }

/** `hasMore`: not all notes whose text may have changed were examined, or not all hits are listed. */
export type MovedNotes = { notes: MovedNote[]; hasMore: boolean }
/** `total`: how many notes have open tasks. */
export type OpenTasks = { tasks: OpenTask[]; total: number }

const NAME_CHARS = 120

function briefNote(shown: Pick<ShownNote, 'note' | 'fileName' | 'boardName'>): BriefNote {
  const { note } = shown
  return {
    noteId: note.id,
    name: nameOf(note.title, note.content, NAME_CHARS),
    kind: note.target.kind,
    source: sourceName(shown),
    line: note.lineStart,
    url: noteUrl(note),
    updatedAt: isoUtc(note.updatedAt),
  }
}

export function movedNote(shown: Omit<ShownNote, 'body'>): MovedNote | null {
  const { note, state, isFileGone } = shown
  if (state !== 'changed' && state !== 'lost') return null
  const { lineStart: start, lineEnd: end } = note
  return {
    ...briefNote(shown),
    url: openUrl(shown),
    state,
    isFileGone,
    lines: start === null ? null : { start, end: end ?? start },
    attachUrl: attachUrl(shown) ?? openUrl(shown),
  }
}

/** The first open tasks of a note, as plain text. */
export function openTasksOf(note: InboxNote, most: number): OpenTask[] {
  const { content } = note.note
  const boxes = findCheckboxes(content)
  const open = boxes.flatMap(({ at, checked }, index) => (checked ? [] : [{ at, index }])).slice(0, most)
  const brief = briefNote(note)
  // Without a title or words before the tasks, the name is the first task, which says nothing about the others.
  const name = note.note.title === '' && isTaskFirst(content) ? '' : brief.name
  return open.map(({ at, index }) => ({
    ...brief,
    name,
    index,
    text: firstPlainLine(lineAround(content, at)),
    checked: boxes.slice(0, index).flatMap((box, i) => (box.checked ? [i] : [])),
  }))
}

function isTaskFirst(content: string): boolean {
  const [first = ''] = content.trimStart().split(/[\r\n]/, 1)
  return findCheckboxes(first).length > 0
}

function lineAround(content: string, at: number): string {
  const start = Math.max(content.lastIndexOf('\n', at), content.lastIndexOf('\r', at)) + 1
  const [line = ''] = content.slice(start).split(/[\r\n]/, 1)
  return line
}
