import { settingsHref } from '#base/settings-panes.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { authMessages } from '../messages/sign-in.ts'

/** Rendered once in the reply to the form, so that the codes never appear in a URL or a log. */
export function RecoveryCodesPage({ frame, codes }: { frame: Frame; codes: readonly string[] }) {
  const t = authMessages(frame.locale)
  return (
    <Layout frame={frame} styles={[]} title={t.codesTitle}>
      <PageHead title={t.codesTitle} />
      <div class="recovery-codes stack gap-4 items-start">
        <Notice kind="warn" locale={frame.locale}>
          {t.codesText}
        </Notice>
        <ol class="full well grid" dir="ltr">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <ButtonLink kind="primary" href={settingsHref('sign-in')}>
          {t.codesDone}
        </ButtonLink>
      </div>
    </Layout>
  )
}
