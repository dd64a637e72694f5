import type { ComponentChildren } from 'preact'
import type { Locale } from '#base/messages.ts'
import { PrintHead } from '#ui/components/print-head.tsx'
import { Icon, type IconName } from '#ui/icons.tsx'
import { repoHref } from '../links.ts'
import { repoMessages } from '../messages/repo.ts'
import { shortCommit } from '../short-commit.ts'
import type { At } from '../view.ts'
import { LastSync, RepoState } from './repo-state.tsx'

type Props = { locale: Locale; now: Date; at: At; path: string; q?: string; children?: ComponentChildren }

/** The header of every repository page: path, commit and search box. */
export function RepoHead({ locale, now, at, path, q = '', children }: Props) {
  const t = repoMessages(locale)
  const { repo, commit, isPinned } = at
  const pin = isPinned ? commit : undefined
  return (
    <>
      <header class="repo-head spread gap-2-4">
        <Crumbs at={at} path={path} />
        <form class="repo-search" method="get" action={repoHref(repo.name)} role="search">
          {pin !== undefined && <input type="hidden" name="at" value={pin} />}
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
      </header>
      <div class="repo-bar spread gap-1-4">
        <p class="meta-line">
          {repo.branch && !isPinned && <bdi dir="ltr">{repo.branch}</bdi>}
          <a href={repoHref(repo.name, '', { at: commit, view: 'commit' })} title={t.commit}>
            <bdi class="tiny mono" dir="ltr">
              {shortCommit(commit)}
            </bdi>
          </a>
          <LastSync locale={locale} now={now} repo={repo} />
        </p>
        <nav class="repo-tools cluster gap-1" aria-label={t.more}>
          {children}
        </nav>
      </div>
      {isPinned && (
        <p class="repo-pinned row meta gap-2">
          <Icon name="pin" />
          <span>{t.pinned}</span> <a href={repoHref(repo.name, path)}>{t.toCurrent}</a>
        </p>
      )}
      <RepoState locale={locale} now={now} repo={repo} />
    </>
  )
}

/** The same facts on paper. */
export function RepoPrintHead({ locale, now, at, path }: Omit<Props, 'q' | 'children'>) {
  const parts = [at.repo.name, ...path.split('/')]
  return (
    <PrintHead locale={locale} now={now} path={parts.slice(0, -1)} title={parts.at(-1) ?? ''} dir="ltr">
      <bdi dir="ltr">{shortCommit(at.commit)}</bdi>
    </PrintHead>
  )
}

function Crumbs({ at: { repo, commit, isPinned }, path }: { at: At; path: string }) {
  const pin = { at: isPinned ? commit : undefined }
  const parts = path === '' ? [] : path.split('/')
  return (
    <h1 class="repo-crumbs shrinks breaks strong sized-l" dir="ltr">
      <a class="plain" href={repoHref(repo.name, '', pin)}>
        {repo.name}
      </a>
      {parts.map((part, i) => (
        <span key={i}>
          <span class="repo-slash muted regular">/</span>
          {i === parts.length - 1 ? (
            <bdi aria-current="page">{part}</bdi>
          ) : (
            <a class="plain" href={repoHref(repo.name, parts.slice(0, i + 1).join('/'), pin)}>
              <bdi>{part}</bdi>
            </a>
          )}
        </span>
      ))}
    </h1>
  )
}

export function Tool({ icon, href, label }: { icon: IconName; href: string; label: string }) {
  return (
    <a class="button button-quiet" href={href}>
      <Icon name={icon} />
      {label}
    </a>
  )
}
