import { truncateChars } from '#base/text.ts'
import { escapeMarkdown } from './folder/markdown.ts'
import type { LibraryNote } from './library.ts'

export const NOTES_INDEX = 'notes/index.md'
const PREVIEW_CHARS = 80

/** The fields of a note in the index; the rest is not kept in memory. */
export type ListedNote = { on: LibraryNote['on']; line: number | null; preview: string; path: string }

export function listedNote({ on, lineStart, title }: LibraryNote, content: string, path: string): ListedNote {
  const preview = title || content.trimStart().split('\n', 1)[0]?.trim() || '…'
  return { on, line: lineStart, preview: truncateChars(preview, PREVIEW_CHARS), path }
}

/** A Markdown index from each file, board and repository to its notes, for people who read an export directly. */
export function writeNotesIndex(notes: readonly ListedNote[]): string {
  const byHeading = Map.groupBy(notes, ({ on }) => headingOf(on))
  const parts = [...byHeading]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([heading, listed]) => section(heading, listed))
  return `# Notes\n\n${parts.join('\n')}`
}

function section(heading: string, listed: readonly ListedNote[]): string {
  const inOrder = listed.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
  const items = inOrder.map(({ line, preview, path }) => {
    const where = line === null ? '' : `line ${line}: `
    return `- ${where}[${escapeMarkdown(preview)}](../${path})\n`
  })
  return `## ${escapeMarkdown(heading)}\n\n${items.join('')}`
}

function headingOf(on: LibraryNote['on']): string {
  switch (on.kind) {
    case 'file':
      return on.fileName
    case 'board':
      return `Board: ${on.boardName}`
    case 'repo':
      return `${on.repoName}: ${on.repoPath}`
  }
}
