import { ButtonLink } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import { Time } from '#ui/components/time.tsx'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { INVITATION_LINK_ID } from '../invitation.ts'
import { island as CopyInvitation } from '../islands/copy-invitation.tsx'
import { invitationMessages } from '../messages/invitations.ts'

type Props = { frame: Frame; now: Date; link: string; expiresAt: Date }

/** Rendered once in the reply to the form, so that the link never appears in a log. */
export function InvitationPage({ frame, now, link, expiresAt }: Props) {
  const t = invitationMessages(frame.locale)
  return (
    <Layout frame={frame} styles={[]} title={t.createdTitle}>
      <PageHead title={t.createdTitle} />
      <div class="invitation-created stack gap-4 items-start">
        <Notice kind="success" locale={frame.locale}>
          {t.createdText}
        </Notice>
        <div class="invitation-link actions full">
          <input class="input mono" id={INVITATION_LINK_ID} dir="ltr" readOnly value={link} aria-label={t.link} />
          <Island name="auth/copy-invitation" component={CopyInvitation} props={{ locale: frame.locale }} />
        </div>
        <p>
          {t.until} <Time at={expiresAt} now={now} locale={frame.locale} show="date" />
        </p>
        <ButtonLink href="/admin/users#invitations">{t.back}</ButtonLink>
      </div>
    </Layout>
  )
}
