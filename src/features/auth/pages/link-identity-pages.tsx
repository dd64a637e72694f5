import { settingsHref } from '#base/settings-panes.ts'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import type { Frame } from '#ui/frame.ts'
import { authMessages } from '../messages/sign-in.ts'
import { SignInCard } from './card.tsx'

/** Between our form and the provider: our policy lets no form lead to another site. */
export function LeaveForProviderPage({ frame, label, url }: { frame: Frame; label: string; url: string }) {
  const t = authMessages(frame.locale)
  return (
    <SignInCard frame={frame} title={t.addProvider(label)} text={t.leaveText(label)}>
      <ButtonLink kind="primary" icon="link" href={url}>
        {t.leave(label)}
      </ButtonLink>
      <ButtonLink href={settingsHref('sign-in')}>{t.stay}</ButtonLink>
    </SignInCard>
  )
}

type Props = {
  frame: Frame
  token: string
  /** As the provider says; empty texts are not displayed. */
  identity: { label: string; name: string; email: string; subject: string }
  /** Of the account here. */
  firstName: string
}

/** Names whose account at the provider it is, before it can sign in here. */
export function AcceptIdentityPage({ frame, token, identity, firstName }: Props) {
  const t = authMessages(frame.locale)
  const { label, name, email, subject } = identity
  const rows = [
    [t.identityName, name],
    [t.identityEmail, email],
    [t.identitySubject, subject],
    [t.identityHere, firstName],
  ] as const
  return (
    <SignInCard frame={frame} title={t.acceptTitle} text={t.acceptText(label)}>
      <dl class="login-identity stack gap-3 pad-4 well">
        {rows.map(
          ([term, value]) =>
            value !== '' && (
              <div key={term}>
                <dt class="meta">{term}</dt>
                <dd class="breaks medium">
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
      <p class="meta">{t.acceptHint}</p>
      <form
        class="login-form stack gap-4"
        method="post"
        action={`/settings/sign-in/link/${encodeURIComponent(token)}`}
        data-confirms
      >
        <Button kind="primary">{t.accept}</Button>
        <ButtonLink href={settingsHref('sign-in')}>{t.acceptNot}</ButtonLink>
      </form>
    </SignInCard>
  )
}
