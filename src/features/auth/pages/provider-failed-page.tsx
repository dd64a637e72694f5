import { ButtonLink } from '#ui/components/button.tsx'
import type { Frame } from '#ui/frame.ts'
import { authMessages } from '../messages/sign-in.ts'
import { SignInCard } from './card.tsx'

type Props = { frame: Frame; label: string; error: string; back: string }

/** What the browser shows when a provider did not confirm who the person is. */
export function ProviderFailedPage({ frame, label, error, back }: Props) {
  const t = authMessages(frame.locale)
  return (
    <SignInCard frame={frame} title={t.providerFailed(label)} error={error}>
      <ButtonLink kind="primary" href={back}>
        {t.otherWays}
      </ButtonLink>
    </SignInCard>
  )
}
