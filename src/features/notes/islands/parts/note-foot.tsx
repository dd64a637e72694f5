import { useRef } from 'preact/hooks'
import { deviceNow } from '#browser/page-life.ts'
import { Time } from '#ui/components/time.tsx'
import type { NoteWords } from '../../messages/notes.ts'
import { NOTE_GONE, TICK_LOST } from '../../browser/saving/answer.ts'
import { type Entry, type Refusal, statusOf } from '../../browser/saving/entry.ts'
import type { Desk } from './desk.ts'
import type { Noted } from './noted.ts'

/** What became of the last change, in words; else when the note last changed. */
export function NoteFoot({ desk, noted }: { desk: Desk; noted: Noted }) {
  const { book, t, locale } = desk
  const entry = noted.entry.value
  const status = statusOf(entry)
  const wasBusy = useRef(false)
  if (status !== 'saved') wasBusy.current = true
  const isGone = entry.trouble?.kind === 'refused' && entry.trouble.refusal.code === NOTE_GONE
  const { updatedAt } = entry.base
  return (
    <>
      {(status !== 'saved' || wasBusy.current) && (
        <span class="note-state" data-state={status} role={status === 'refused' ? 'alert' : undefined}>
          {wordsFor(entry, t)}
        </span>
      )}
      {status === 'saved' && !wasBusy.current && updatedAt !== '' && (
        <Time at={new Date(updatedAt)} now={new Date(deviceNow())} locale={locale} isExactOnHover />
      )}
      {isGone && (
        <button class="note-button tiny medium" type="button" onClick={() => book.revive(noted.key)}>
          {t.restore}
        </button>
      )}
    </>
  )
}

function wordsFor(entry: Entry, t: NoteWords): string {
  const status = statusOf(entry)
  return entry.trouble?.kind === 'refused' ? refusalWords(entry.trouble.refusal, t) : t[status]
}

function refusalWords({ code, message }: Refusal, t: NoteWords): string {
  const words: Record<string, string> = {
    [NOTE_GONE]: t.gone,
    [TICK_LOST]: t.tickLost,
    content_too_long: t.tooLong,
    note_quota_exceeded: t.noRoom,
  }
  return words[code] ?? (message || t.refused)
}
