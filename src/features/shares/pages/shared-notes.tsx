import type { Locale } from '#base/messages.ts'
import { drawnNotes } from '#features/notes/body/note-budget.ts'
import { NumberedNotes } from '#features/notes/islands/parts/numbered-notes.tsx'
import { shareMessages } from '../messages.ts'
import type { SharedNote } from '../shared-note.ts'

/** The notes of a shared file as footnotes: no author, no links out of the page, nothing to press. */
export function SharedNotes({ locale, notes }: { locale: Locale; notes: readonly SharedNote[] }) {
  const t = shareMessages(locale)
  if (notes.length === 0) return null
  const drawn = drawnNotes(notes.map(({ number, content }) => ({ id: String(number), content })))
  const numbered = notes.map(({ number, title, content, lines }) => ({
    number,
    title,
    content,
    isPlain: !drawn.has(String(number)),
    location: lines ? <a href={`#L${lines.start}`}>{t.line(lines.start, lines.end)}</a> : t.wholeFile,
  }))
  return <NumberedNotes label={t.notes} notes={numbered} />
}
