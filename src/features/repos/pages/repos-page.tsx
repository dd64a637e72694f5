import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { repoHref } from '../links.ts'
import { repoMessages, type RepoWords } from '../messages/repo.ts'
import type { Repo } from '../repo.ts'
import { formatSize } from '#base/size.ts'
import { LastSync, RepoState } from './repo-state.tsx'

export type ReposNotice = { problem?: string | undefined; url?: string | undefined; removed?: string | undefined }

type Props = {
  frame: Frame
  now: Date
  repos: readonly Repo[]
  hosts: readonly string[]
  /** Repositories that have notes and are no longer mirrored. */
  orphans: readonly { repoName: string; notes: number }[]
  news: ReposNotice
}

export function ReposPage({ frame, now, repos, hosts, orphans, news }: Props) {
  const { locale } = frame
  const t = repoMessages(locale)
  return (
    <Layout frame={frame} styles={['repos']} title={t.title}>
      <div class="repos stack gap-4">
        <PageHead title={t.title} hint={t.intro} />
        <News locale={locale} news={news} />
        <AddForm t={t} hosts={hosts} url={news.url ?? ''} />
        {repos.length > 0 ? (
          <ul class="repo-list panel rows">
            {repos.map((repo) => (
              <RepoRow key={repo.id} locale={locale} now={now} repo={repo} />
            ))}
          </ul>
        ) : (
          <EmptyState icon="repository" title={t.emptyTitle} text={t.emptyText} />
        )}
        {orphans.length > 0 && <OrphanRepos t={t} orphans={orphans} />}
      </div>
    </Layout>
  )
}

function News({ locale, news: { problem, removed } }: { locale: Locale; news: ReposNotice }) {
  const t = repoMessages(locale)
  if (removed !== undefined)
    return (
      <Notice kind="success" locale={locale}>
        <form class="cluster gap-2-4" method="post" action="/repos">
          <span>{t.removed(removed.replace(/^.*\/([^/]+\/[^/]+?)(\.git)?$/, '$1'))}</span>
          <input type="hidden" name="url" value={removed} />
          <Button kind="quiet">{t.addAgain}</Button>
        </form>
      </Notice>
    )
  const words = problem === undefined ? undefined : wordsOf(t, problem)
  return words === undefined ? null : (
    <Notice kind="error" locale={locale}>
      {words}
    </Notice>
  )
}

function wordsOf(t: RepoWords, code: string): string | undefined {
  const words = new Map<string, unknown>(Object.entries(t)).get(`problem_${code}`)
  return typeof words === 'string' ? words : undefined
}

function AddForm({ t, hosts, url }: { t: RepoWords; hosts: readonly string[]; url: string }) {
  return (
    <form class="repo-add columns gap-2 items-bottom" method="post" action="/repos">
      <label class="field">
        <span>{t.url}</span>
        <input
          class="input"
          id="repo-url"
          name="url"
          inputMode="url"
          dir="ltr"
          value={url}
          required
          maxLength={400}
          autocomplete="off"
          spellcheck={false}
          placeholder="https://github.com/owner/name"
          aria-describedby="repo-hosts"
        />
      </label>
      <label class="repo-add-branch field">
        <span>{t.branch}</span>
        <input class="input" name="branch" dir="ltr" maxLength={200} autocomplete="off" spellcheck={false} />
      </label>
      <Button kind="primary" icon="plus">
        {t.add}
      </Button>
      <p class="meta wide" id="repo-hosts">
        {t.hosts(hosts.join(', '))}
      </p>
    </form>
  )
}

function RepoRow({ locale, now, repo }: { locale: Locale; now: Date; repo: Repo }) {
  const t = repoMessages(locale)
  return (
    <li>
      <div class="row-words stack gap-1">
        <a class="repo-name start breaks strong" href={repoHref(repo.name)} dir="ltr">
          {repo.name}
        </a>
        <p class="meta-line">
          {repo.branch && <bdi dir="ltr">{repo.branch}</bdi>}
          {repo.head !== null && <span>{t.files(repo.fileCount)}</span>}
          {repo.head !== null && <bdi dir="ltr">{formatSize(repo.sizeBytes, locale)}</bdi>}
          <LastSync locale={locale} now={now} repo={repo} />
        </p>
        <RepoState locale={locale} now={now} repo={repo} />
      </div>
      <div class="flex gap-1">
        <form method="post" action={`${repoHref(repo.name)}/sync`}>
          <input type="hidden" name="next" value="/repos" />
          <Button kind="quiet" icon="reload" label={t.syncLabel(repo.name)}>
            {t.sync}
          </Button>
        </form>
        <form method="post" action={`${repoHref(repo.name)}/remove`}>
          <Button kind="remove" label={t.removeLabel(repo.name)}>
            {t.remove}
          </Button>
        </form>
      </div>
    </li>
  )
}

function OrphanRepos({ t, orphans }: { t: RepoWords; orphans: Props['orphans'] }) {
  return (
    <section class="repo-left stack gap-2" aria-labelledby="repo-left">
      <h2 class="sized-m" id="repo-left">
        {t.orphanRepos}
      </h2>
      <ul class="stack">
        {orphans.map(({ repoName, notes }) => (
          <li key={repoName} class="muted">
            <a href={`/notes/orphans/${repoName}`}>
              <bdi dir="ltr">{repoName}</bdi>
            </a>{' '}
            {t.notes(notes)}
          </li>
        ))}
      </ul>
    </section>
  )
}
