import type { Locale } from '#base/messages.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import { Chip } from '#ui/components/chip.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { Time } from '#ui/components/time.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { HISTORY_PAGE } from '../repo.ts'
import { repoHref } from '../links.ts'
import { pastMessages } from '../messages/past.ts'
import { repoMessages } from '../messages/repo.ts'
import { shortCommit } from '../short-commit.ts'
import type { At, ChangedFile, CommitItem, FileFacts } from '../view.ts'
import { DiffBox, LineCounts } from './diff-box.tsx'
import { RepoFileTop } from './file-top.tsx'
import { RepoHead } from './repo-head.tsx'

type Common = { frame: Frame; now: Date; at: At }
type Item = CommitItem & { path?: string; previousPath?: string | null }

type HistoryProps = Common & {
  path: string
  file: FileFacts | null
  commits: readonly Item[]
  skip: number
  hasOlder: boolean
}

export function HistoryPage({ frame, now, at, path, file, commits, skip, hasOlder }: HistoryProps) {
  const { locale } = frame
  const t = repoMessages(locale)
  return (
    <Layout
      frame={frame}
      styles={['notes', 'repos', 'viewer']}
      title={`${t.history} · ${path === '' ? at.repo.name : path}`}
    >
      <div class="repo stack gap-4">
        {file ? (
          <RepoFileTop locale={locale} now={now} at={at} file={file} current="history" />
        ) : (
          <RepoHead locale={locale} now={now} at={at} path={path} current="history" />
        )}
        <h2 class="visually-hidden">{t.history}</h2>
        <ol class="repo-commits panel rows">
          {commits.map((item) => (
            <li key={item.commit}>
              <CommitLine locale={locale} now={now} repo={at.repo.name} item={item} />
              {item.previousPath && (
                <p class="meta-line">
                  {t.wasCalled} <bdi dir="ltr">{item.previousPath}</bdi>
                </p>
              )}
              {path !== '' && (
                <a href={repoHref(at.repo.name, item.path ?? path, { at: item.commit })}>{t.permalink}</a>
              )}
            </li>
          ))}
        </ol>
        {(skip > 0 || hasOlder) && <HistoryPages locale={locale} at={at} path={path} skip={skip} hasOlder={hasOlder} />}
      </div>
    </Layout>
  )
}

type PagesProps = { locale: Locale; at: At; path: string; skip: number; hasOlder: boolean }

/** Pins the commit of this page: a sync in between must not shift the next page. */
function HistoryPages({ locale, at, path, skip, hasOlder }: PagesProps) {
  const t = pastMessages(locale)
  const to = (from: number) =>
    repoHref(at.repo.name, path, { at: at.commit, view: 'history', skip: from > 0 ? from : undefined })
  return (
    <nav class="meta-line" aria-label={t.pages}>
      {skip > 0 && <ButtonLink href={to(skip - HISTORY_PAGE)}>{t.newer}</ButtonLink>}
      {hasOlder ? <ButtonLink href={to(skip + HISTORY_PAGE)}>{t.older}</ButtonLink> : <span>{t.noOlder}</span>}
    </nav>
  )
}

function CommitLine({ locale, now, repo, item }: { locale: Locale; now: Date; repo: string; item: CommitItem }) {
  return (
    <div class="repo-commit-line stack shrinks">
      <a class="truncate start" href={repoHref(repo, '', { at: item.commit, view: 'commit' })} dir="auto">
        {item.subject === '' ? shortCommit(item.commit) : item.subject}
      </a>
      <p class="meta-line">
        <bdi>{item.author}</bdi>
        <Time at={item.at} now={now} locale={locale} />
        <bdi class="tiny mono" dir="ltr">
          {shortCommit(item.commit)}
        </bdi>
      </p>
    </div>
  )
}

type CommitProps = Common & { about: CommitItem; parent: string | null; files: readonly ChangedFile[]; isCut: boolean }

export function CommitPage({ frame, now, at, about, parent, files, isCut }: CommitProps) {
  const { locale } = frame
  const t = repoMessages(locale)
  return (
    <Layout frame={frame} styles={['repos', 'viewer']} title={`${about.subject} · ${at.repo.name}`}>
      <div class="repo stack gap-4">
        <RepoHead locale={locale} now={now} at={at} path="" />
        <div class="stack gap-1">
          <h2 class="sized-l">
            <bdi>{about.subject}</bdi>
          </h2>
          <p class="meta-line">
            <bdi>{about.author}</bdi>
            <Time at={about.at} now={now} locale={locale} />
            {parent === null ? (
              <span>{t.first}</span>
            ) : (
              <span>
                {t.parent}{' '}
                <a href={repoHref(at.repo.name, '', { at: parent, view: 'commit' })}>
                  <bdi class="tiny mono" dir="ltr">
                    {shortCommit(parent)}
                  </bdi>
                </a>
              </span>
            )}
          </p>
        </div>
        {files.map((file) => (
          <ChangedSection key={file.to} locale={locale} at={at} file={file} />
        ))}
        {isCut && (
          <Notice kind="info" locale={locale}>
            {t.moreChanged}
          </Notice>
        )}
      </div>
    </Layout>
  )
}

function ChangedSection({ locale, at, file }: { locale: Locale; at: At; file: ChangedFile }) {
  const t = repoMessages(locale)
  return (
    <section class="stack gap-2">
      <div class="cluster gap-2">
        <h3 class="small shrinks breaks mono" dir="ltr">
          {file.kind === 'renamed' && <span class="meta regular">{file.from} → </span>}
          <a href={repoHref(at.repo.name, file.to, { at: at.commit })}>{file.to}</a>
        </h3>
        <Chip tone={file.kind === 'deleted' ? 'danger' : file.kind === 'added' ? 'success' : 'plain'}>
          {t[file.kind]}
        </Chip>
        <LineCounts added={file.added} removed={file.removed} />
      </div>
      {file.rows && <DiffBox locale={locale} label={file.to} {...file.rows} />}
      {!file.rows && !file.isSame && <p class="code-empty">{t.noText}</p>}
    </section>
  )
}
