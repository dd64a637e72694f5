import type { Locale } from '#base/messages.ts'
import { herePath } from '#browser/go.ts'
import { dialogMessages } from '../../messages/dialogs.ts'

/** The session ended under an open page: say so, keep what was written, offer the way back. */
export function SignedOut({ locale }: { locale: Locale }) {
  const t = dialogMessages(locale)
  return (
    <div class="signed-out" role="alert">
      <span>{t.signedOut}</span>
      <a href={`/login?next=${encodeURIComponent(herePath())}`}>{t.signInAgain}</a>
    </div>
  )
}
