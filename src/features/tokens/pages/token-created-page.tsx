import { ButtonLink } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { tokenMessages } from '../messages.ts'

type Props = { frame: Frame; secret: string; origin: string }

/** Shown once, straight from the answer to the form: the secret is never in an address or a log. */
export function TokenCreatedPage({ frame, secret, origin }: Props) {
  const t = tokenMessages(frame.locale)
  return (
    <Layout frame={frame} title={t.createdTitle}>
      <div class="page-head">
        <h1>{t.createdTitle}</h1>
      </div>
      <div class="token-created">
        <Notice kind="success" locale={frame.locale}>
          {t.createdText}
        </Notice>
        <input class="input token-secret" dir="ltr" readOnly value={secret} aria-label={t.createdTitle} />
        <p>{t.example}</p>
        <pre dir="ltr" tabIndex={0}>
          {`curl --data-binary @notes.md \\\n  -H 'Authorization: Bearer ${secret}' \\\n  ${origin}/api/files/raw/notes.md`}
        </pre>
        <ButtonLink href="/settings#tokens">{t.back}</ButtonLink>
      </div>
    </Layout>
  )
}
