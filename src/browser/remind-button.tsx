import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { uiMessages } from '#ui/messages.ts'
import { askForReminder, bells, wantBells } from './remind.ts'

/** The bell in the foot of a note. */
export function RemindButton({ locale, noteId }: { locale: Locale; noteId: string }) {
  const t = uiMessages(locale)
  const bell = bells.value.get(noteId)
  useEffect(wantBells, [])
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
      onClick={(event) => askForReminder({ noteId, anchor: event.currentTarget })}
    >
      <Icon name="bell" />
      {bell && <span aria-hidden="true">{bell.words}</span>}
    </button>
  )
}
