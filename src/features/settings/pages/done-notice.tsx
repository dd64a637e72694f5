import type { Locale } from '#base/messages.ts'
import type { SettingsDone } from '#base/settings-panes.ts'
import { Notice } from '#ui/components/notice.tsx'
import { settingsMessages } from '../messages.ts'

/** Stays below the bar, because the address leads to the section of the form, which may be far down. */
export function DoneNotice({ locale, done }: { locale: Locale; done: SettingsDone }) {
  return (
    <div class="settings-done" role="status">
      <Notice kind="success" locale={locale}>
        {settingsMessages(locale)[done]}
      </Notice>
    </div>
  )
}
