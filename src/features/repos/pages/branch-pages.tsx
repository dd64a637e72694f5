import { Notice } from '#ui/components/notice.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { fileNameOf, pinOf, repoHref } from '../links.ts'
import { branchMessages } from '../messages/branches.ts'
import { repoMessages } from '../messages/repo.ts'
import type { Repo, RepoBranch } from '../repo.ts'
import type { At } from '../view.ts'
import { RemoveForm } from './branch-switch.tsx'
import { RepoHead } from './repo-head.tsx'
import { RepoState } from './repo-state.tsx'

type NoFileProps = { frame: Frame; now: Date; at: At; path: string; view: string | undefined }

/** The path is not on this branch; the switch still leads to it in the others. */
export function NoFileOnBranchPage({ frame, now, at, path, view }: NoFileProps) {
  const { locale } = frame
  const t = branchMessages(locale)
  const { repo, branch } = at
  return (
    <Layout frame={frame} styles={['repos']} title={`${fileNameOf(path)} · ${repo.name}`}>
      <div class="repo stack gap-4">
        <RepoHead locale={locale} now={now} at={at} path={path} views={{}} asked={view} />
        <Notice kind="info" locale={locale}>
          {t.missing(path, branch ?? repo.branch ?? '')} <a href={repoHref(repo.name, '', pinOf(at))}>{t.allFiles}</a>
        </Notice>
      </div>
    </Layout>
  )
}

type WaitingProps = { frame: Frame; now: Date; repo: Repo; branch: RepoBranch; path: string }

/** A branch before its first fetch is done, or after it failed. */
export function BranchWaitingPage({ frame, now, repo, branch: { name, error }, path }: WaitingProps) {
  const { locale } = frame
  const t = branchMessages(locale)
  return (
    <Layout frame={frame} styles={['repos']} title={`${name} · ${repo.name}`}>
      <div class="repo stack gap-4">
        <h1 class="above-4 shrinks breaks strong sized-l">
          <bdi>{repo.name}</bdi> · <bdi>{name}</bdi>
        </h1>
        {error === null ? (
          <Notice kind="info" locale={locale}>
            {t.fetching(name)}
          </Notice>
        ) : (
          <Notice kind="warn" locale={locale}>
            {repoMessages(locale)[`error_${error}`]}
          </Notice>
        )}
        <RepoState locale={locale} now={now} repo={repo} />
        <p>
          <a href={repoHref(repo.name, path)}>{t.toMain(repo.branch ?? '')}</a>
        </p>
        <RemoveForm locale={locale} repo={repo.name} branch={name} />
      </div>
    </Layout>
  )
}
