import { Button } from '#ui/components/button.tsx'
import type { Frame } from '#ui/frame.ts'
import { authMessages } from '../messages/sign-in.ts'
import { SignInCard } from './card.tsx'

export function RecoveryPage({ frame, next, error }: { frame: Frame; next: string; error?: string }) {
  const t = authMessages(frame.locale)
  const query = `?next=${encodeURIComponent(next)}`
  return (
    <SignInCard frame={frame} title={t.recoveryTitle} text={t.recoveryText} error={error}>
      <form class="login-form stack gap-4" method="post" action={`/auth/recovery${query}`}>
        <div class="field">
          <label for="code">{t.recoveryCode}</label>
          <input
            class="input mono"
            id="code"
            name="code"
            required
            maxLength={200}
            dir="ltr"
            placeholder="XXXXX-XXXXX-XXXXX-XXXXX"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
          />
        </div>
        <Button kind="primary">{t.signIn}</Button>
      </form>
      <p class="meta">{t.recoveryLock}</p>
      <div class="login-elsewhere stack meta gap-1 rule-above">
        <a href={`/login${query}`}>{t.otherWays}</a>
      </div>
    </SignInCard>
  )
}
