import type { ComponentChildren } from 'preact'
import type { Locale } from '#base/messages.ts'
import { FileName } from '#ui/components/file-name.tsx'
import { PrintHead } from '#ui/components/print-head.tsx'
import { type View, type Views, WorkspaceHead } from '#ui/components/workspace/head.tsx'
import { PathCrumbs } from '#ui/components/workspace/path.tsx'
import type { Tools } from '#ui/components/workspace/toolbar.tsx'
import { Icon } from '#ui/icons.tsx'
import { fileNameOf, folderOf, pinOf, repoHref } from '../links.ts'
import { branchMessages } from '../messages/branches.ts'
import { repoMessages } from '../messages/repo.ts'
import { shortCommit } from '../short-commit.ts'
import { type At, isCurrent } from '../view.ts'
import { BranchSwitch } from './branch-switch.tsx'
import { LastSync, RepoState } from './repo-state.tsx'

type Props = {
  locale: Locale
  now: Date
  at: At
  path: string
  q?: string
  /** Those of a file; a folder has its own. */
  views?: Views
  current?: View | null
  /** The view that was asked for, on a page that is none. */
  asked?: string | undefined
  /** The notes that the file has in the branch of the mirror. */
  noteCount?: number
  tools?: Tools
  /** Size and language of a file. */
  children?: ComponentChildren
}

/** The header of every repository page. */
export function RepoHead({
  locale,
  now,
  at,
  path,
  q,
  views,
  current = null,
  asked,
  noteCount = 0,
  tools,
  children,
}: Props) {
  const t = repoMessages(locale)
  const { repo, isPinned } = at
  const view = asked ?? asQuery(current)
  // A path that this branch does not have has the tree of the branch.
  const folder = current !== null ? path : views ? '' : null
  return (
    <>
      <WorkspaceHead
        locale={locale}
        path={<Crumbs locale={locale} at={at} path={path} />}
        facts={
          <>
            <BranchSwitch locale={locale} at={at} path={path} view={view} />
            <div class="repo-facts row meta gap-3 nowrap wide-only">
              {children}
              <Commit locale={locale} at={at} />
              {views ? (
                <SearchForm locale={locale} at={at} q={q} />
              ) : (
                <LastSync locale={locale} now={now} repo={repo} />
              )}
            </div>
          </>
        }
        views={views ?? folderViews(at, path)}
        current={current}
        tree={folder === null ? undefined : repoHref(repo.name, folder, { ...pinOf(at), view: 'tree' })}
        {...(tools && { tools })}
      >
        {!views && <SearchForm locale={locale} at={at} q={q} />}
      </WorkspaceHead>
      {isPinned && (
        <p class="repo-pinned row meta gap-2">
          <Icon name="pin" />
          <span>{t.pinned}</span> <a href={repoHref(repo.name, path, { view })}>{t.toCurrent}</a>
        </p>
      )}
      {!isPinned && at.branch !== null && (
        <ReadOnly locale={locale} at={at} path={path} view={view} noteCount={noteCount} />
      )}
      <RepoState locale={locale} now={now} repo={repo} />
    </>
  )
}

/** A branch beside the one of the mirror is read only: notes follow the code of one branch. */
function ReadOnly({ locale, at: { repo }, path, view, noteCount }: ReadOnlyProps) {
  const t = branchMessages(locale)
  const main = repo.branch ?? ''
  return (
    <p class="repo-pinned row meta gap-2 above-2">
      <Icon name="note" />
      <span>
        {t.readOnly(main)}{' '}
        <a href={repoHref(repo.name, path, { view })}>
          {noteCount > 0 ? t.toMainNotes(main, noteCount) : t.toMain(main)}
        </a>
      </span>
    </p>
  )
}

type ReadOnlyProps = { locale: Locale; at: At; path: string; view: string | undefined; noteCount: number }

function asQuery(view: View | null): string | undefined {
  return view === 'source' || view === 'files' ? undefined : (view ?? undefined)
}

function folderViews(at: At, path: string): Views {
  const { repo } = at
  const pin = pinOf(at)
  return {
    files: repoHref(repo.name, path, pin),
    history: repoHref(repo.name, path, { ...pin, view: 'history' }),
    ...(path === '' && isCurrent(at) && { insights: repoHref(repo.name, '', { view: 'numbers' }) }),
  }
}

function Commit({ locale, at: { repo, commit } }: { locale: Locale; at: At }) {
  return (
    <a href={repoHref(repo.name, '', { at: commit, view: 'commit' })} title={repoMessages(locale).commit}>
      <bdi class="tiny mono" dir="ltr">
        {shortCommit(commit)}
      </bdi>
    </a>
  )
}

function SearchForm({
  locale,
  at: { repo, commit, isPinned, branch },
  q = '',
}: {
  locale: Locale
  at: At
  q: string | undefined
}) {
  const t = repoMessages(locale)
  return (
    <form class="repo-search" method="get" action={repoHref(repo.name)} role="search">
      {isPinned && <input type="hidden" name="at" value={commit} />}
      {branch !== null && <input type="hidden" name="branch" value={branch} />}
      <input
        class="input"
        type="search"
        name="q"
        value={q}
        dir="auto"
        maxLength={200}
        aria-label={t.searchIn}
        placeholder={t.searchIn}
        autocomplete="off"
      />
    </form>
  )
}

/** The same facts on paper. */
export function RepoPrintHead({ locale, now, at, path }: Pick<Props, 'locale' | 'now' | 'at' | 'path'>) {
  const parts = [at.repo.name, ...path.split('/')]
  return (
    <PrintHead locale={locale} now={now} path={parts.slice(0, -1)} title={parts.at(-1) ?? ''} dir="ltr">
      <bdi dir="ltr">{shortCommit(at.commit)}</bdi>
    </PrintHead>
  )
}

function Crumbs({ locale, at, path }: Pick<Props, 'locale' | 'at' | 'path'>) {
  const t = repoMessages(locale)
  const { repo } = at
  const pin = pinOf(at)
  const folders = path === '' || folderOf(path) === '' ? [] : folderOf(path).split('/')
  const above = [
    { name: t.title, href: '/repos' },
    ...(path === '' ? [] : [{ name: repo.name, href: repoHref(repo.name, '', pin) }]),
    ...folders.map((name, i) => ({ name, href: repoHref(repo.name, folders.slice(0, i + 1).join('/'), pin) })),
  ]
  return (
    <PathCrumbs label={t.path} above={above}>
      <h1 class="row shrinks sized-m">
        <FileName name={path === '' ? repo.name : fileNameOf(path)} />
      </h1>
    </PathCrumbs>
  )
}
