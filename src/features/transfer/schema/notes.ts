import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import { parseRepeat } from '#features/reminders/schema.ts'
import { SYMBOL_KINDS } from '#base/symbol.ts'
import { type Place, PLACE_KINDS } from '#features/following/place.ts'
import type { LibraryBoard, LibraryNote, LibraryReminder, NoteSidecar } from '../library.ts'
import { Links, readLinks, writeLinks } from './links.ts'
import { Hash, Moment, parseJson, writeJson } from './json.ts'

const On = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), file_id: z.string(), file_name: z.string() }),
  z.object({ kind: z.literal('board'), board_id: z.string(), board_name: z.string() }),
  z.object({ kind: z.literal('repo'), repo_name: z.string(), repo_path: z.string() }),
])

const RepeatRule = z.object({
  unit: z.string(),
  interval: z.int().optional(),
  days: z.string().optional(),
  from: z.string(),
  tz: z.string(),
  next_at: Moment.nullable(),
})

/** `repeat` is missing from exports that are older than repeating reminders. */
const Reminder = z.object({
  remind_at: Moment,
  status: z.enum(['pending', 'acknowledged']),
  ack_at: Moment.nullable(),
  push_at: Moment.nullable(),
  repeat: RepeatRule.nullable().default(null),
  /** The time of a reminder without a rule that a change of the code has overtaken. */
  next_at: Moment.nullable().default(null),
})

const PlaceText = z.object({
  kind: z.enum(PLACE_KINDS),
  since: z.string(),
  at: Moment.nullable(),
  path: z.string(),
  line_start: z.int().nullable(),
  line_end: z.int().nullable(),
  symbol: z.object({ kind: z.enum(SYMBOL_KINDS), name: z.string() }).optional(),
})

/** The features that own these values validate them. */
const NoteText = z.object({
  id: z.string(),
  on: On,
  title: z.string(),
  text: z.object({ path: z.string(), sha256: Hash }),
  position: z.object({ x: z.number(), y: z.number() }),
  size: z.object({ width: z.number(), height: z.number() }),
  color: z.string(),
  /** Exports of earlier versions do not have it. */
  tags: z.array(z.string()).default([]),
  is_minimized: z.boolean(),
  mode: z.string(),
  line_start: z.int().nullable(),
  line_end: z.int().nullable(),
  anchor_id: z.string().nullable(),
  anchor_text: z.string().nullable(),
  quote: z
    .object({
      text: z.string(),
      before: z.string(),
      after: z.string(),
      version: z.int(),
      commit: z.string().nullable(),
    })
    .nullable(),
  moved_from: z.string().nullable(),
  /** Exports of earlier versions do not have it. */
  followed: z
    .object({ commit: z.string(), ranges: z.array(z.tuple([z.int(), z.int()])), is_moved: z.boolean() })
    .nullable()
    .default(null),
  /** Exports of earlier versions do not have it. */
  places: z.array(PlaceText).default([]),
  /** The same. */
  watch: z
    .object({
      since: Moment,
      text: z.string(),
      fired_at: Moment.nullable(),
      after: z.string().nullable(),
      symbol: z
        .object({ kind: z.enum(SYMBOL_KINDS), name: z.string(), container: z.string().nullable() })
        .nullable()
        .default(null),
    })
    .nullable()
    .default(null),
  created_at: Moment,
  updated_at: Moment,
  deleted_at: Moment.nullable(),
  purge_at: Moment.nullable(),
  history: z.array(z.object({ seq: z.int(), title: z.string(), content: z.string(), replaced_at: Moment })),
  links: Links,
  reminder: Reminder.nullable(),
})

const BoardText = z.object({ id: z.string(), name: z.string(), is_default: z.boolean(), created_at: Moment })

export function writeNote({ note, path, sha256 }: NoteSidecar): string {
  const written: z.input<typeof NoteText> = {
    id: note.id,
    on: writeOn(note.on),
    title: note.title,
    text: { path, sha256 },
    position: note.position,
    size: note.size,
    color: note.color,
    tags: [...note.tags],
    is_minimized: note.isMinimized,
    mode: note.mode,
    line_start: note.lineStart,
    line_end: note.lineEnd,
    anchor_id: note.anchorId,
    anchor_text: note.anchorText,
    quote: note.quote,
    moved_from: note.movedFrom,
    followed: note.followed && {
      commit: note.followed.commit,
      ranges: note.followed.ranges.map(([start, end]) => [start, end]),
      is_moved: note.followed.isMoved,
    },
    places: note.places.map(({ start, end, ...same }) => ({ ...same, line_start: start, line_end: end })),
    watch: note.watch && writeWatch(note.watch),
    created_at: isoUtc(note.createdAt),
    updated_at: isoUtc(note.updatedAt),
    deleted_at: note.deletedAt && isoUtc(note.deletedAt),
    purge_at: note.purgeAt && isoUtc(note.purgeAt),
    history: note.history.map(({ replacedAt, ...same }) => ({ ...same, replaced_at: isoUtc(replacedAt) })),
    links: writeLinks(note.links),
    reminder: note.reminder && writeReminder(note.reminder),
  }
  return writeJson(written)
}

function writeWatch({ at, text, firedAt, after, symbol }: NonNullable<LibraryNote['watch']>) {
  return { since: isoUtc(at), text, fired_at: firedAt && isoUtc(firedAt), after, symbol }
}

function readWatch(stored: NonNullable<z.output<typeof NoteText>['watch']>): LibraryNote['watch'] {
  const { since: at, text, fired_at: firedAt, after, symbol } = stored
  return { at, text, firedAt, after, symbol }
}

function writeReminder(reminder: LibraryReminder): z.input<typeof Reminder> {
  const { remindAt, status, ackAt, pushAt, series, nextAt } = reminder
  return {
    remind_at: isoUtc(remindAt),
    status,
    ack_at: ackAt && isoUtc(ackAt),
    push_at: pushAt && isoUtc(pushAt),
    repeat: series && { ...series, next_at: nextAt && isoUtc(nextAt) },
    next_at: series ? null : nextAt && isoUtc(nextAt),
  }
}

/** Undefined when the rule is not one. */
function readReminder(stored: z.output<typeof Reminder>): LibraryReminder | undefined {
  const { remind_at: remindAt, status, ack_at: ackAt, push_at: pushAt, repeat: rule } = stored
  if (rule === null) return { remindAt, status, ackAt, pushAt, series: null, nextAt: stored.next_at }
  const { from, tz, next_at: nextAt, ...asked } = rule
  const repeat = parseRepeat(asked)
  return repeat ? { remindAt, status, ackAt, pushAt, series: { ...repeat, from, tz }, nextAt } : undefined
}

function writeOn(on: LibraryNote['on']): z.input<typeof On> {
  switch (on.kind) {
    case 'file':
      return { kind: on.kind, file_id: on.fileId, file_name: on.fileName }
    case 'board':
      return { kind: on.kind, board_id: on.boardId, board_name: on.boardName }
    case 'repo':
      return { kind: on.kind, repo_name: on.repoName, repo_path: on.repoPath }
  }
}

export function readNote(text: string): NoteSidecar | null {
  const read = NoteText.safeParse(parseJson(text))
  if (!read.success) return null
  const { data } = read
  const reminder = data.reminder && readReminder(data.reminder)
  if (reminder === undefined) return null
  return {
    path: data.text.path,
    sha256: data.text.sha256,
    note: {
      id: data.id,
      on: readOn(data.on),
      title: data.title,
      position: data.position,
      size: data.size,
      color: data.color,
      tags: data.tags,
      isMinimized: data.is_minimized,
      mode: data.mode,
      lineStart: data.line_start,
      lineEnd: data.line_end,
      anchorId: data.anchor_id,
      anchorText: data.anchor_text,
      quote: data.quote,
      movedFrom: data.moved_from,
      followed: data.followed && readFollowed(data.followed),
      places: data.places.map(readPlace),
      watch: data.watch && readWatch(data.watch),
      createdAt: data.created_at,
      updatedAt: data.updated_at,
      deletedAt: data.deleted_at,
      purgeAt: data.purge_at,
      history: data.history.map(({ replaced_at: replacedAt, ...same }) => ({ ...same, replacedAt })),
      links: readLinks(data.links),
      reminder,
    },
  }
}

function readFollowed({ commit, ranges, is_moved: isMoved }: NonNullable<z.output<typeof NoteText>['followed']>) {
  return { commit, ranges, isMoved }
}

function readPlace({ at, line_start: start, line_end: end, symbol, ...same }: z.output<typeof PlaceText>): Place {
  return { ...same, at: at && isoUtc(at), start, end, ...(symbol && { symbol }) }
}

function readOn(on: z.output<typeof On>): LibraryNote['on'] {
  switch (on.kind) {
    case 'file':
      return { kind: on.kind, fileId: on.file_id, fileName: on.file_name }
    case 'board':
      return { kind: on.kind, boardId: on.board_id, boardName: on.board_name }
    case 'repo':
      return { kind: on.kind, repoName: on.repo_name, repoPath: on.repo_path }
  }
}

export function writeBoard({ id, name, isDefault, createdAt }: LibraryBoard): string {
  const written: z.input<typeof BoardText> = { id, name, is_default: isDefault, created_at: isoUtc(createdAt) }
  return writeJson(written)
}

export function readBoard(text: string): LibraryBoard | null {
  const read = BoardText.safeParse(parseJson(text))
  if (!read.success) return null
  const { id, name, is_default: isDefault, created_at: createdAt } = read.data
  return { id, name, isDefault, createdAt }
}
