import type { Locale } from '#base/messages.ts'
import { HighlightedText } from '#ui/components/marked.tsx'
import { Time } from '#ui/components/time.tsx'
import { Icon } from '#ui/icons.tsx'
import { colorMessages } from '../messages/colors.ts'
import { searchMessages } from '../messages/search.ts'
import { noteUrl } from '../note-url.ts'
import { excerptLines, markedTitle, type ShownHit } from '../search.ts'

type Props = { hit: ShownHit; query: string; now: Date; locale: Locale }

/** One search hit. The title is the link; without a title, the excerpt is. */
export function NoteHit({ hit, query, now, locale }: Props) {
  const t = searchMessages(locale)
  const { note, found } = hit
  const lines = excerptLines(found)
  const body = lines.map((line, index) => (
    <span key={index} dir="auto">
      {found.cut.start && index === 0 && '…'}
      <HighlightedText {...line} />
      {found.cut.end && index === lines.length - 1 && '…'}
    </span>
  ))
  const isBlank = note.content.trim() === ''
  return (
    <li class="note-hit" data-color={note.color}>
      {note.title !== '' && (
        <a class="note-hit-link note-hit-title" dir="auto" href={noteUrl(note)}>
          <HighlightedText {...markedTitle(note.title, query)} />
        </a>
      )}
      {note.title === '' ? (
        <a class="note-hit-link note-hit-text" href={noteUrl(note)}>
          {isBlank ? t.untitled : body}
        </a>
      ) : (
        !isBlank && <p class="note-hit-text">{body}</p>
      )}
      <HitLocation hit={hit} now={now} locale={locale} />
    </li>
  )
}

function HitLocation({ hit: { note, fileName, boardName, isLost }, now, locale }: Omit<Props, 'query'>) {
  const t = searchMessages(locale)
  const isBoard = note.target.kind === 'board'
  const name = fileName ?? boardName ?? (note.target.kind === 'repo' ? note.target.repoPath : '')
  const lines = note.lineStart === null ? null : lineLabel(note.lineStart, note.lineEnd)
  return (
    <p class="note-hit-location">
      <span class="visually-hidden">{colorMessages(locale)[note.color]}, </span>
      <Icon name={isBoard ? 'board' : 'files'} />
      <span class="visually-hidden">{isBoard ? t.onBoard : t.inFile}</span>
      <bdi>{name}</bdi>
      {lines && <bdi dir="ltr">{lines}</bdi>}
      {isLost && <span>{t.linesGone}</span>}
      {lines === null && !isLost && note.anchorText && <bdi class="note-hit-anchor">{note.anchorText}</bdi>}
      <Time at={note.updatedAt} now={now} locale={locale} />
    </p>
  )
}

function lineLabel(start: number, end: number | null): string {
  return end === null || end === start ? `L${start}` : `L${start}-${end}`
}
