import type { Locale } from '#base/messages.ts'
import { nameOf } from '#features/notes/note-name.ts'
import { Card } from '#ui/components/card.tsx'
import { Chip } from '#ui/components/chip.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { shareMessages, type ShareWords } from '../messages.ts'
import type { PreparedNotes, Preparation, Scan } from '../preparation.ts'
import { MAX_SHARED_NOTES, type ShareableNote } from '../shared-note.ts'
import { findingName } from './prepare-parts.tsx'

/** The notes of the previewed file, each with a checkbox. None is shared unless it is ticked. */
export function NotesCard({ locale, preparation }: { locale: Locale; preparation: Preparation }) {
  const t = shareMessages(locale)
  const { notes } = preparation
  const listed = new Set(notes.listed.map(({ id }) => id))
  const elsewhere = notes.chosen.filter(({ id }) => !listed.has(id))
  return (
    <>
      {elsewhere.map(({ id }) => (
        <input key={id} type="hidden" name="note" value={id} />
      ))}
      {(notes.listed.length > 0 || elsewhere.length > 0) && (
        <Card id="notes" title={t.notesToo} hint={t.notesHint}>
          <div data-follows="note-warnings">
            <Warnings t={t} locale={locale} notes={notes} elsewhere={elsewhere.length} />
          </div>
          <ul class="share-notes">
            {notes.listed.map((note) => (
              <li key={note.id}>
                <Choice t={t} note={note} isChosen={notes.chosen.includes(note)} scan={notes.scans.get(note.id)} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

type WarningsProps = { t: ShareWords; locale: Locale; notes: PreparedNotes; elsewhere: number }

function Warnings({ t, locale, notes, elsewhere }: WarningsProps) {
  const scans = [...notes.scans.values()]
  const secrets = scans.filter(({ findings }) => findings.length > 0).length
  return (
    <>
      {notes.isTooMany && (
        <Notice kind="error" locale={locale}>
          {t.tooManyNotes(MAX_SHARED_NOTES)}
        </Notice>
      )}
      {secrets > 0 && (
        <Notice kind="warn" locale={locale}>
          {t.noteSecrets(secrets)}
        </Notice>
      )}
      {scans.some(({ isComplete }) => !isComplete) && (
        <Notice kind="warn" locale={locale}>
          {t.notesUnfinished}
        </Notice>
      )}
      {elsewhere > 0 && <p>{t.notesElsewhere(elsewhere)}</p>}
    </>
  )
}

type ChoiceProps = { t: ShareWords; note: ShareableNote; isChosen: boolean; scan: Scan | undefined }

function Choice({ t, note: { id, lines, title, content }, isChosen, scan }: ChoiceProps) {
  const names = new Set(scan?.findings.map((finding) => findingName(t, finding)))
  return (
    <label class="tap grid gap-3">
      <input type="checkbox" name="note" value={id} checked={isChosen} autocomplete="off" />
      <span class="wraps items-baseline breaks gap-0-3" data-follows={`note-${id}`}>
        <span class="share-note-lines meta">{lines ? t.line(lines.start, lines.end) : t.wholeFile}</span>
        <bdi>{nameOf(title, content) || t.emptyNote}</bdi>
        {[...names].map((name) => (
          <Chip key={name} tone="warn">
            {name}
          </Chip>
        ))}
      </span>
    </label>
  )
}
