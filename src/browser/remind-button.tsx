import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { uiMessages } from '#ui/messages.ts'
import { watchStates } from './watch.ts'
import { requestReminder, bellLabels, requestBellLabels } from './remind.ts'

/** The reminder button in the footer of a note. */
export function RemindButton({ locale, noteId }: { locale: Locale; noteId: string }) {
  const t = uiMessages(locale)
  const bell = bellLabels.value.get(noteId)
  useEffect(requestBellLabels, [])
  const watch = watchStates.value.get(noteId)
  const watchWords = watch && (watch === 'on' ? t.watched : t.codeChanged)
  const label = [bell ? `${t.remind}: ${bell.words}` : t.remind, watchWords].filter(Boolean).join(' · ')
  return (
    <button
      class="note-tool mid-icons remind-button gap-1 push nowrap plain-button"
      type="button"
      aria-haspopup="dialog"
      aria-label={label}
      title={label}
      data-armed={bell ? '' : undefined}
      data-due={bell?.isDue || watch === 'fired' ? '' : undefined}
      onClick={(event) => requestReminder({ noteId, anchor: event.currentTarget })}
    >
      <Icon name="bell" />
      {watch && <Icon name="eye" />}
      {bell && <span aria-hidden="true">{bell.words}</span>}
    </button>
  )
}
