import type { Locale } from '#base/messages.ts'
import { currentPath } from '#browser/navigate.ts'
import { dialogMessages } from '../../messages/dialogs.ts'

/** Shown when the session of an open page ended: keeps unsaved input and links to sign-in. */
export function SignedOut({ locale }: { locale: Locale }) {
  const t = dialogMessages(locale)
  return (
    <div class="signed-out" role="alert">
      <span>{t.signedOut}</span>
      <a href={`/login?next=${encodeURIComponent(currentPath())}`}>{t.signInAgain}</a>
    </div>
  )
}
