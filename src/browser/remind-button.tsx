import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { uiMessages } from '#ui/messages.ts'
import { requestReminder, bellLabels, requestBellLabels } from './remind.ts'

/** The reminder button in the footer of a note. */
export function RemindButton({ locale, noteId }: { locale: Locale; noteId: string }) {
  const t = uiMessages(locale)
  const bell = bellLabels.value.get(noteId)
  useEffect(requestBellLabels, [])
  const label = bell ? `${t.remind}: ${bell.words}` : t.remind
  return (
    <button
      class="note-tool remind-button"
      type="button"
      aria-haspopup="dialog"
      aria-label={label}
      title={label}
      data-armed={bell ? '' : undefined}
      data-due={bell?.isDue ? '' : undefined}
      onClick={(event) => requestReminder({ noteId, anchor: event.currentTarget })}
    >
      <Icon name="bell" />
      {bell && <span aria-hidden="true">{bell.words}</span>}
    </button>
  )
}
