import type { Locale } from '#base/messages.ts'
import { Marked } from '#ui/components/marked.tsx'
import { Time } from '#ui/components/time.tsx'
import { Icon } from '#ui/icons.tsx'
import { colorMessages } from '../messages/colors.ts'
import { searchMessages } from '../messages/search.ts'
import { noteUrl } from '../note-url.ts'
import { excerpt, excerptLines, type Hit, markedTitle } from '../search.ts'

type Props = { hit: Hit; query: string; now: Date; locale: Locale }

/** One found note. Its title is the way to it; a note without a title is led to by its words. */
export function NoteHit({ hit, query, now, locale }: Props) {
  const t = searchMessages(locale)
  const { note } = hit
  const found = excerpt(note.content, query)
  const lines = excerptLines(found)
  const body = lines.map((line, index) => (
    <span key={index} dir="auto">
      {found.cut.start && index === 0 && '…'}
      <Marked {...line} />
      {found.cut.end && index === lines.length - 1 && '…'}
    </span>
  ))
  const isBlank = note.content.trim() === ''
  return (
    <li class="note-hit" data-color={note.color}>
      {note.title !== '' && (
        <a class="note-hit-link note-hit-title" dir="auto" href={noteUrl(note)}>
          <Marked {...markedTitle(note.title, query)} />
        </a>
      )}
      {note.title === '' ? (
        <a class="note-hit-link note-hit-text" href={noteUrl(note)}>
          {isBlank ? t.untitled : body}
        </a>
      ) : (
        !isBlank && <p class="note-hit-text">{body}</p>
      )}
      <HitPlace hit={hit} now={now} locale={locale} />
    </li>
  )
}

function HitPlace({ hit: { note, fileName, boardName }, now, locale }: Omit<Props, 'query'>) {
  const t = searchMessages(locale)
  const isBoard = note.target.kind === 'board'
  const name = fileName ?? boardName ?? (note.target.kind === 'repo' ? note.target.repoPath : '')
  const lines = note.lineStart === null ? null : lineLabel(note.lineStart, note.lineEnd)
  return (
    <p class="note-hit-place">
      <span class="visually-hidden">{colorMessages(locale)[note.color]}, </span>
      <Icon name={isBoard ? 'board' : 'files'} />
      <span class="visually-hidden">{isBoard ? t.onBoard : t.inFile}</span>
      <bdi>{name}</bdi>
      {lines && <bdi dir="ltr">{lines}</bdi>}
      {lines === null && note.anchorText && <bdi class="note-hit-anchor">{note.anchorText}</bdi>}
      <Time at={note.updatedAt} now={now} locale={locale} />
    </p>
  )
}

function lineLabel(start: number, end: number | null): string {
  return end === null || end === start ? `L${start}` : `L${start}-${end}`
}
