import { Button } from '#ui/components/button.tsx'
import type { Frame } from '#ui/frame.ts'
import { authMessages } from '../messages/sign-in.ts'
import { SignInCard } from './card.tsx'

/** A button, because programs that preview links open them. */
export function LinkPage({ frame, token }: { frame: Frame; token: string }) {
  const t = authMessages(frame.locale)
  return (
    <SignInCard frame={frame} title={t.linkTitle} text={t.linkText}>
      <form class="login-form stack gap-4" method="post" action={`/auth/link/${encodeURIComponent(token)}`}>
        <Button kind="primary">{t.signIn}</Button>
      </form>
    </SignInCard>
  )
}
