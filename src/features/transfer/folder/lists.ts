import {
  escapeMarkdown,
  formatMoment,
  type FolderReminder,
  linkTo,
  type ListItem,
  oneLine,
  reminderFact,
  type Style,
  writeList,
} from './markdown.ts'
import type { FolderCounts } from './words.ts'

export type ListedFile = {
  /** Its path in the folder `files`. */
  name: string
  /** Its path in the library. */
  fileName: string
  language: string
  version: number
  description: string
  tags: readonly string[]
  isFavorite: boolean
  isPinned: boolean
  sourceUrl: string | null
  createdAt: Date
  updatedAt: Date
}

/** One file of `files.md`. */
export function fileItem(file: ListedFile, style: Style): ListItem {
  const { words } = style
  const tags = file.tags.map(escapeMarkdown).join(', ')
  return {
    head: linkTo(file.fileName, `files/${file.name}`),
    facts: [
      file.description !== '' && `${words.description}: ${escapeMarkdown(oneLine(file.description))}`,
      tags !== '' && `${words.tags}: ${tags}`,
      [file.isFavorite && words.favorite, file.isPinned && words.pinned].filter(Boolean).join(', '),
      `${words.language}: ${file.language}`,
      `${words.version}: ${file.version}`,
      `${words.created}: ${formatMoment(file.createdAt, style)}`,
      file.updatedAt > file.createdAt && `${words.changed}: ${formatMoment(file.updatedAt, style)}`,
      file.sourceUrl !== null && `${words.source}: ${escapeMarkdown(oneLine(file.sourceUrl))}`,
    ],
  }
}

/** A reminder with the file of the folder that its note is in. */
export type ListedReminder = { reminder: FolderReminder; noteTitle: string; name: string; path: string }

/** Soonest first. */
export function writeReminders(reminders: readonly ListedReminder[], style: Style): string {
  const items = reminders
    .toSorted((a, b) => a.reminder.remindAt.getTime() - b.reminder.remindAt.getTime())
    .map(({ reminder, noteTitle, name, path }) => ({
      head: reminderFact(reminder, style),
      facts: [linkTo(name, path), noteTitle !== '' && escapeMarkdown(noteTitle)],
    }))
  return writeList(style.words.remindersTitle, items, style.words.empty)
}

export type ListedShare = {
  url: string
  kind: 'internal' | 'public'
  createdAt: Date
  expiresAt: Date | null
  isOver: boolean
  views: number
  files: readonly { fileName: string; version: number; hiddenLines: string; lines: string }[]
}

export function shareItem(share: ListedShare, style: Style): ListItem {
  const { words } = style
  const end = share.expiresAt && formatMoment(share.expiresAt, style)
  return {
    head: `${share.kind === 'public' ? words.publicLink : words.internalShare}: <${share.url}>`,
    facts: [
      ...share.files.map(({ fileName, version, hiddenLines, lines }) => {
        const parts = [escapeMarkdown(fileName), `${words.version} ${version}`, lines && `${words.onlyLines}: ${lines}`]
        return [...parts, hiddenLines && `${words.hiddenLines}: ${hiddenLines}`].filter(Boolean).join(' · ')
      }),
      `${words.created}: ${formatMoment(share.createdAt, style)}`,
      end === null ? words.never : `${share.isOver ? words.ended : words.expires}: ${end}`,
      `${words.views}: ${share.views}`,
    ],
  }
}

/** Two names of one file: in the folder, and in the library. */
export type Renamed = { name: string; fileName: string }

export function writeReadme(date: string, counts: FolderCounts, renamed: readonly Renamed[], style: Style): string {
  const { words, timeZone } = style
  const readme = words.readme({ date, timeZone, counts })
  if (renamed.length === 0) return readme
  const items = renamed.map(
    ({ name, fileName }) => `- ${linkTo(name, `files/${name}`)}\n  - ${words.realName}: ${escapeMarkdown(fileName)}\n`,
  )
  return `${readme}\n## ${words.renamedTitle}\n\n${words.renamedHint}\n\n${items.join('')}`
}
