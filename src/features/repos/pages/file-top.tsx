import type { Locale } from '#base/messages.ts'
import { formatSize } from '#base/size.ts'
import { island as Reader } from '#features/viewer/islands/reader.tsx'
import type { View, Views } from '#ui/components/workspace/head.tsx'
import type { Tools } from '#ui/components/workspace/toolbar.tsx'
import { Island } from '#ui/island.tsx'
import { pinOf, repoHref, textHref } from '../links.ts'
import { repoMessages } from '../messages/repo.ts'
import { type At, type FileFacts, isCurrent } from '../view.ts'
import { RepoHead, RepoPrintHead } from './repo-head.tsx'

type Props = {
  locale: Locale
  now: Date
  at: At
  file: FileFacts
  current: View
  noteCount?: number
  /** What only the view with lines can do. */
  tools?: Tools
}

/** The top of a file in each of its views, with the script of its buttons. */
export function RepoFileTop({ locale, now, at, file, current, noteCount = 0, tools }: Props) {
  const { repo, commit } = at
  const { path, text } = file
  return (
    <>
      <RepoPrintHead locale={locale} now={now} at={at} path={path} />
      <RepoHead
        locale={locale}
        now={now}
        at={at}
        path={path}
        views={viewsOf(at, file)}
        current={current}
        noteCount={noteCount}
        tools={{ ...toolsOf(at, file), ...tools }}
      >
        {text && (
          <span>
            {repoMessages(locale).lines(text.lineCount)} · <bdi dir="ltr">{formatSize(file.size, locale)}</bdi> ·{' '}
            <bdi>{text.language}</bdi>
          </span>
        )}
      </RepoHead>
      {text && (
        <Island
          name="viewer/reader"
          component={Reader}
          props={{
            locale,
            fileId: file.oid,
            version: 1,
            isNewest: isCurrent(at),
            elsewhere: {
              text: textHref(repo.id, path, commit),
              page: repoHref(repo.name, path, at.branch === null ? {} : { branch: at.branch }),
              pinned: repoHref(repo.name, path, { at: commit }),
              raw: repoHref(repo.name, path, { at: commit, raw: 1 }),
            },
          }}
        />
      )}
    </>
  )
}

function viewsOf(at: At, file: FileFacts): Views {
  const link = linkTo(at, file)
  // Git finds the history of a file by its path, and it does not know our spelling of a name that is not UTF-8.
  const hasPast = !file.isNamedByBytes
  return {
    source: link({}),
    rendered: file.text?.hasRendered ? link({ view: 'rendered' }) : undefined,
    history: hasPast ? link({ view: 'history' }) : undefined,
    blame: hasPast && file.text ? link({ view: 'blame' }) : undefined,
  }
}

function toolsOf(at: At, file: FileFacts): Tools {
  const link = linkTo(at, file)
  return {
    copy: file.text !== null,
    raw: file.text ? link({ raw: 1 }) : undefined,
    download: file.kind === 'submodule' ? undefined : link({ download: 1 }),
    permalink: at.isPinned ? undefined : repoHref(at.repo.name, file.path, { at: at.commit }),
  }
}

function linkTo(at: At, { path }: FileFacts) {
  return (query: Record<string, string | number>) => repoHref(at.repo.name, path, { ...pinOf(at), ...query })
}
