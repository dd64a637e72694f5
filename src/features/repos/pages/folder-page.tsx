import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { Time } from '#ui/components/time.tsx'
import type { Frame } from '#ui/frame.ts'
import { Icon, type IconName } from '#ui/icons.tsx'
import { Layout } from '#ui/layout.tsx'
import { fileNameOf, folderOf, pinOf, repoHref } from '../links.ts'
import { repoMessages } from '../messages/repo.ts'
import { formatSize } from '#base/size.ts'
import type { Taken } from '../import-counts.ts'
import { type At, type CommitItem, type FolderItem, type Readme, isCurrent } from '../view.ts'
import { Prose } from './prose.tsx'
import { RepoHead } from './repo-head.tsx'

type Props = {
  frame: Frame
  now: Date
  at: At
  path: string
  items: readonly FolderItem[]
  /** The newest commit of each entry, by its name; not of every entry. */
  last: ReadonlyMap<string, CommitItem>
  readme: Readme | null
  taken: Taken | null
}

export function FolderPage({ frame, now, at, path, items, last, readme, taken }: Props) {
  const { locale } = frame
  const t = repoMessages(locale)
  const { repo } = at
  const pin = pinOf(at)
  const canImport = isCurrent(at)
  return (
    <Layout frame={frame} styles={['rendered', 'repos']} title={path === '' ? repo.name : `${path} · ${repo.name}`}>
      <div class="repo stack gap-4">
        <RepoHead
          locale={locale}
          now={now}
          at={at}
          path={path}
          current="files"
          {...(path === '' && canImport && { tools: { own: <OrphansLink locale={locale} repo={repo.name} /> } })}
        />
        {taken && <TakenNotice locale={locale} repo={repo.name} taken={taken} />}
        <form class="repo-tree stack gap-3" method="post" action={`${repoHref(repo.name)}/import`}>
          <input type="hidden" name="next" value={path} />
          <ul class="panel ruled">
            {path !== '' && (
              <li class="row gap-2 hovers">
                <a class="row gap-2 grow plain" href={repoHref(repo.name, folderOf(path), pin)} aria-label={t.folder}>
                  <Icon name="up" />
                  <bdi dir="ltr">..</bdi>
                </a>
              </li>
            )}
            {items.map((item) => (
              <Row key={item.path} locale={locale} now={now} at={at} item={item} last={last.get(item.name)} />
            ))}
          </ul>
          {canImport && (
            <div class="actions">
              <Button icon="download">{t.takeChosen}</Button>
              <Button kind="quiet" name="path" value={path === '' ? '.' : path}>
                {t.takeAll}
              </Button>
            </div>
          )}
        </form>
        {readme && (
          <section class="repo-readme panel above-4" aria-labelledby="readme">
            <h2 class="small rule-below" id="readme">
              <a class="gap-2 inline-row plain-link" href={repoHref(repo.name, readme.path, pin)}>
                <Icon name="book" />
                <bdi dir="ltr">{fileNameOf(readme.path)}</bdi>
              </a>
            </h2>
            <Prose locale={locale} text={readme.text} />
          </section>
        )}
        {path === '' && canImport && <HookForm locale={locale} repo={repo.name} />}
      </div>
    </Layout>
  )
}

const ICONS: Record<FolderItem['kind'], IconName> = {
  folder: 'repository',
  file: 'files',
  executable: 'playground',
  symlink: 'link',
  submodule: 'board',
}

type RowProps = Pick<Props, 'now' | 'at'> & { locale: Locale; item: FolderItem; last: CommitItem | undefined }

function Row({ locale, now, at, item, last }: RowProps) {
  const t = repoMessages(locale)
  const pin = pinOf(at)
  const kind = item.kind === 'symlink' || item.kind === 'submodule' ? t[item.kind] : null
  return (
    <li class="row gap-2 hovers">
      {isCurrent(at) && item.kind !== 'submodule' && item.kind !== 'symlink' ? (
        <label class="tick-area">
          <input type="checkbox" name="path" value={item.path} aria-label={t.choose(item.name)} />
        </label>
      ) : (
        <span class="repo-no-tick rigid" />
      )}
      <a class="row gap-2 grow plain" href={repoHref(at.repo.name, item.path, pin)}>
        <Icon name={ICONS[item.kind]} />
        <bdi class={item.kind === 'folder' ? 'is-folder medium truncate' : 'truncate'} dir="ltr">
          {item.name}
        </bdi>
      </a>
      {last && (
        <a
          class="repo-last quiet-link meta wide-only"
          href={repoHref(at.repo.name, '', { at: last.commit, view: 'commit' })}
          title={last.subject}
        >
          <bdi class="truncate">{last.subject}</bdi>
        </a>
      )}
      {last && (
        <span class="repo-when meta rigid">
          <Time at={last.at} now={now} locale={locale} />
        </span>
      )}
      <span class="repo-size meta rigid text-end">
        {kind ?? (item.kind !== 'folder' && <bdi dir="ltr">{formatSize(item.size, locale)}</bdi>)}
      </span>
    </li>
  )
}

function OrphansLink({ locale, repo }: { locale: Locale; repo: string }) {
  return (
    <a class="option" href={`/notes/orphans/${repo}`}>
      <Icon name="note" />
      {repoMessages(locale).orphans}
    </a>
  )
}

function TakenNotice({ locale, repo, taken }: { locale: Locale; repo: string; taken: Taken }) {
  const t = repoMessages(locale)
  return (
    <Notice kind={taken.refused + taken.kept > 0 ? 'warn' : 'success'} locale={locale}>
      {t.taken(taken)} <a href={`/files?category=repo&repo=${encodeURIComponent(repo)}`}>{t.seeLibrary}</a>
    </Notice>
  )
}

function HookForm({ locale, repo }: { locale: Locale; repo: string }) {
  const t = repoMessages(locale)
  return (
    <details class="repo-hook meta">
      <summary>{t.hook}</summary>
      <p>{t.hookHint}</p>
      <form method="post" action={`${repoHref(repo)}/hook`} data-confirms>
        <Button>{t.hookMake}</Button>
      </form>
    </details>
  )
}
