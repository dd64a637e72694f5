import { ButtonLink } from '#ui/components/button.tsx'
import type { Frame } from '#ui/frame.ts'
import { authMessages } from '../messages/sign-in.ts'
import { SignInCard } from './card.tsx'

type Props = { frame: Frame; label: string; /** Null when the provider offers no sign-out. */ url: string | null }

/** After signing out of a session that a provider opened: its own session goes on until the person ends it there. */
export function SignedOutPage({ frame, label, url }: Props) {
  const t = authMessages(frame.locale)
  return (
    <SignInCard frame={frame} title={t.signedOutTitle} text={t.signedOutText(label)}>
      {url !== null && <ButtonLink href={url}>{t.signOutAt(label)}</ButtonLink>}
      <ButtonLink href="/">{t.home}</ButtonLink>
    </SignInCard>
  )
}
