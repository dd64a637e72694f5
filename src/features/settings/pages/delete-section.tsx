import type { Locale } from '#base/messages.ts'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import { Time } from '#ui/components/time.tsx'
import { settingsMessages } from '../messages.ts'
import { GRACE_DAYS } from '../preferences.ts'

/** Offers the export first, then a confirmation; the deletion can be cancelled for a fortnight. */
export function DeleteSection({ locale, now, deleteAt }: { locale: Locale; now: Date; deleteAt: Date | null }) {
  const t = settingsMessages(locale)
  if (deleteAt)
    return (
      <form class="settings-form stack items-start gap-3" method="post" action="/settings/account/keep">
        <p>
          {t.deleteOn}
          <Time at={deleteAt} now={now} locale={locale} show="date" />.
        </p>
        <Button kind="primary">{t.deleteKeep}</Button>
      </form>
    )
  return (
    <>
      <p>{t.deleteText(GRACE_DAYS)}</p>
      <div class="setting-row cluster gap-2-4">
        <span>{t.deleteExport}</span>
        <ButtonLink icon="download" href="/export" confirms>
          {t.deleteDownload}
        </ButtonLink>
      </div>
      <form class="settings-form stack items-start gap-3" method="post" action="/settings/account/delete" data-confirms>
        <label class="tick">
          <input type="checkbox" name="confirm" required autocomplete="off" />
          {t.deleteConfirm}
        </label>
        <Button kind="danger">{t.deleteSend}</Button>
      </form>
    </>
  )
}
