import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { herePath } from '#browser/go.ts'
import { shellMessages } from '../messages.ts'

/** The session ended under an open page: say so, keep what was written, offer the way back. */
function SignedOut({ locale }: { locale: Locale }) {
  const t = shellMessages(locale)
  const shown = useSignal(false)
  useEffect(() => {
    const show = () => {
      shown.value = true
    }
    document.addEventListener('codeshelf:signed-out', show)
    return () => document.removeEventListener('codeshelf:signed-out', show)
  }, [])
  if (!shown.value) return null
  return (
    <div class="signed-out" role="alert">
      <span>{t.signedOut}</span>
      <a href={`/login?next=${encodeURIComponent(herePath())}`}>{t.signInAgain}</a>
    </div>
  )
}

export const island = SignedOut
