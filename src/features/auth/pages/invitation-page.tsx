import { ButtonLink } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import { Time } from '#ui/components/time.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { invitationMessages } from '../messages/invitations.ts'

type Props = { frame: Frame; now: Date; link: string; expiresAt: Date }

/** Rendered once in the reply to the form, so that the link never appears in a log. */
export function InvitationPage({ frame, now, link, expiresAt }: Props) {
  const t = invitationMessages(frame.locale)
  return (
    <Layout frame={frame} title={t.createdTitle}>
      <PageHead title={t.createdTitle} />
      <div class="invitation-created stack gap-4 items-start">
        <Notice kind="success" locale={frame.locale}>
          {t.createdText}
        </Notice>
        <input class="input mono" dir="ltr" readOnly value={link} aria-label={t.link} />
        <p>
          {t.until} <Time at={expiresAt} now={now} locale={frame.locale} show="date" />
        </p>
        <ButtonLink href="/admin/users#invitations">{t.back}</ButtonLink>
      </div>
    </Layout>
  )
}
