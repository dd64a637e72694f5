import { dateFormats } from '#base/date-format.ts'
import type { Locale } from '#base/messages.ts'
import type { Series } from '#features/reminders/repeat.ts'
import { repeatWords } from '#features/reminders/repeat-words.ts'
import type { FolderWords } from './words.ts'

/** A note as people read it. Lines are those of the text in the folder. */
export type FolderNote = {
  title: string
  content: string
  tags: readonly string[]
  where: Where
  quote: string | null
  createdAt: Date
  updatedAt: Date
  reminder: FolderReminder | null
}

export type Where =
  | { kind: 'lines' | 'lost'; start: number; end: number }
  | { kind: 'heading'; text: string }
  /** A path in a repository; `lines` null when the note is on the whole file. */
  | { kind: 'path'; path: string; lines: { start: number; end: number } | null }
  | { kind: 'whole' }
  | { kind: 'board' }

export type FolderReminder = {
  remindAt: Date
  status: 'pending' | 'acknowledged'
  ackAt: Date | null
  series: Series | null
}

export type Style = { words: FolderWords; locale: Locale; timeZone: string }

/** All notes of one file, board or repository. `link` leads to the file. */
export function writeNotes(heading: string, link: string | null, notes: readonly FolderNote[], style: Style): string {
  const intro = link === null ? '' : `${style.words.file}: ${link}\n\n`
  return `# ${escapeMarkdown(heading)}\n\n${intro}${notes.map((note) => noteSection(note, style)).join('\n---\n\n')}`
}

/** The facts come before the text, so that Markdown which the text leaves open cannot swallow them. */
function noteSection(note: FolderNote, style: Style): string {
  const { words } = style
  const heading = [whereOf(note.where, words), escapeMarkdown(note.title)].filter(Boolean).join(' · ')
  const facts = [
    `${words.created}: ${formatMoment(note.createdAt, style)}`,
    note.updatedAt > note.createdAt && `${words.changed}: ${formatMoment(note.updatedAt, style)}`,
    note.tags.length > 0 && `${words.tags}: ${note.tags.map(escapeMarkdown).join(', ')}`,
    note.reminder && reminderFact(note.reminder, style),
  ]
  const quote = note.quote ? `${codeBlock(note.quote)}\n` : ''
  return `## ${heading || words.untitled}\n\n${list(facts)}\n${quote}${closed(note.content)}`
}

function whereOf(where: Where, words: FolderWords): string {
  switch (where.kind) {
    case 'lines':
      return words.lines(where.start, where.end)
    case 'lost':
      return words.lostLines(where.start, where.end)
    case 'heading':
      return `${words.heading} ${escapeMarkdown(oneLine(where.text))}`
    case 'path': {
      const lines = where.lines && words.lines(where.lines.start, where.lines.end)
      return [escapeMarkdown(oneLine(where.path)), lines].filter(Boolean).join(' · ')
    }
    case 'whole':
      return words.wholeFile
    case 'board':
      return ''
  }
}

export function reminderFact({ remindAt, status, ackAt, series }: FolderReminder, style: Style): string {
  const { words, locale, timeZone } = style
  const state = status === 'pending' ? words.pending : words.acknowledged
  const at = ackAt ? ` ${formatMoment(ackAt, style)}` : ''
  const rule = series ? `. ${repeatWords(series, locale, timeZone)}` : ''
  return `${words.dueAt}: ${formatMoment(remindAt, style)} (${state}${at})${rule}`
}

const moments = dateFormats({ dateStyle: 'short', timeStyle: 'short' })

/** `2026-11-15 09:30` in the time zone of the owner, which the README names. */
export function formatMoment(moment: Date, { timeZone }: Style): string {
  return moments('sv-SE', timeZone).format(moment)
}

/** A title and a list whose items have facts below them. */
export function writeList(title: string, items: readonly ListItem[], empty: string): string {
  const body = items.map(({ head, facts }) => `- ${head}\n${indented(facts)}`).join('')
  return `# ${title}\n\n${body || `${empty}\n`}`
}

export type ListItem = { head: string; facts: readonly (string | false | null)[] }

function indented(facts: ListItem['facts']): string {
  return facts
    .filter(Boolean)
    .map((fact) => `  - ${fact}\n`)
    .join('')
}

function list(facts: ListItem['facts']): string {
  return facts
    .filter(Boolean)
    .map((fact) => `- ${fact}\n`)
    .join('')
}

/** Readable as plain text too, unlike an encoded URL. Portable names have neither `<` nor `>`. */
export function linkTo(name: string, path: string): string {
  return `[${escapeMarkdown(name)}](<${path}>)`
}

export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\[\]*_`<>#|~]/g, String.raw`\$&`)
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** With a fence longer than any in the text. */
function codeBlock(text: string): string {
  const runs = text.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)))
  return `${fence}\n${endLine(text)}${fence}\n`
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

/** The text unchanged, and after it the end of a code block that it leaves open, which would contain the notes that follow. */
function closed(text: string): string {
  const fence = openFence(text)
  return `${endLine(text)}${fence === null ? '' : `${fence}\n`}`
}

/** The fence of a code block that is open at the end of the text. */
export function openFence(text: string): string | null {
  let open: string | null = null
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, fence = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (open === null) {
      if (fence !== '' && !(fence.startsWith('`') && rest.includes('`'))) open = fence
    } else if (fence.startsWith(open) && rest.trim() === '') open = null
  }
  return open
}
