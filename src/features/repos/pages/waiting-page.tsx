import { Notice } from '#ui/components/notice.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { repoMessages } from '../messages/repo.ts'
import { type Repo, stateOf } from '../repo.ts'
import { RepoState } from './repo-state.tsx'

/** A repository before its first sync is done. */
export function WaitingPage({ frame, now, repo }: { frame: Frame; now: Date; repo: Repo }) {
  const { locale } = frame
  const t = repoMessages(locale)
  return (
    <Layout frame={frame} styles={['repos']} title={repo.name}>
      <div class="repo stack gap-4">
        <h1 class="repo-crumbs shrinks breaks strong sized-l" dir="ltr">
          {repo.name}
        </h1>
        {stateOf(repo, now) !== 'failed' && (
          <Notice kind="info" locale={locale}>
            {t.notSynced}
          </Notice>
        )}
        <RepoState locale={locale} now={now} repo={repo} />
        <p>
          <a class="plain" href="/repos">
            {t.title}
          </a>
        </p>
      </div>
    </Layout>
  )
}
