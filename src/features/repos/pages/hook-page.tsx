import { PageHead } from '#ui/components/page-head.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { repoHref } from '../links.ts'
import { repoMessages } from '../messages/repo.ts'

type Props = { frame: Frame; repo: string; url: string; secret: string }

/** The only page that ever shows the secret. */
export function HookPage({ frame, repo, url, secret }: Props) {
  const t = repoMessages(frame.locale)
  return (
    <Layout frame={frame} styles={['repos']} title={t.hook}>
      <div class="repos stack gap-4">
        <PageHead title={t.hook} hint={t.hookHint} />
        <div class="repo-secret stack gap-3">
          <label class="field">
            <span>{t.hookUrl}</span>
            <input class="input" dir="ltr" readOnly value={url} />
          </label>
          <label class="field">
            <span>{t.hookSecret}</span>
            <input class="input" dir="ltr" readOnly value={secret} />
          </label>
        </div>
        <p>
          <a href={repoHref(repo)}>
            <bdi dir="ltr">{repo}</bdi>
          </a>
        </p>
      </div>
    </Layout>
  )
}
