import { Notice } from '#ui/components/notice.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { pinOf, repoHref } from '../links.ts'
import { pastMessages } from '../messages/past.ts'
import { repoMessages } from '../messages/repo.ts'
import type { At, FoundLine, FoundLines } from '../view.ts'
import { RepoHead } from './repo-head.tsx'

type Props = {
  frame: Frame
  now: Date
  at: At
  q: string
  found: readonly FoundLines[]
  isCut: boolean
  /** Stopped by the time limit, so there may be more lines. */
  isSlow: boolean
  /** Files that are too large to be searched. */
  skipped: number
  /** The code index gave no answer, and git searched. */
  isIndexDown: boolean
}

export function RepoSearchPage({ frame, now, at, q, found, isCut, isSlow, skipped, isIndexDown }: Props) {
  const { locale } = frame
  const t = repoMessages(locale)
  const pin = pinOf(at)
  const total = found.reduce((sum, { lines }) => sum + lines.length, 0)
  return (
    <Layout frame={frame} styles={['repos']} title={`${q} · ${at.repo.name}`}>
      <div class="repo stack gap-4">
        <RepoHead locale={locale} now={now} at={at} path="" q={q} />
        <p class="meta-line" role="status">
          {total === 0
            ? t.noneFound
            : (isCut && !isSlow) || found.some(({ hasMore }) => hasMore)
              ? t.foundMore(total)
              : t.found(total)}
        </p>
        {found.map(({ path, lines, hasMore }) => (
          <section key={path} class="repo-found stack gap-1">
            <h2 class="breaks mono small" dir="ltr">
              <a href={repoHref(at.repo.name, path, pin)}>{path}</a>
            </h2>
            <ol class="notranslate panel mono" dir="ltr">
              {lines.map((line) => (
                <li key={line.line}>
                  <a class="row quiet-link gap-3 hovers" href={`${repoHref(at.repo.name, path, pin)}#L${line.line}`}>
                    <span class="repo-line-number muted text-end">{line.line}</span>
                    <code>{marked(line)}</code>
                  </a>
                </li>
              ))}
            </ol>
            {hasMore && (
              <p>
                <a href={repoHref(at.repo.name, path, pin)}>{t.moreInFile}</a>
              </p>
            )}
          </section>
        ))}
        {isCut && (
          <Notice kind="info" locale={locale}>
            {isSlow ? pastMessages(locale).searchSlow : t.foundCut}
          </Notice>
        )}
        {isIndexDown && (
          <Notice kind="info" locale={locale}>
            {pastMessages(locale).indexDown}
          </Notice>
        )}
        {skipped > 0 && (
          <Notice kind="info" locale={locale}>
            {pastMessages(locale).searchSkipped(skipped)}
          </Notice>
        )}
      </div>
    </Layout>
  )
}

/** The text with its matches marked. Matches of several words may overlap. */
function marked({ text, ranges }: FoundLine) {
  const parts = []
  let end = 0
  for (const { from, to } of ranges) {
    if (from < end) continue
    parts.push(text.slice(end, from), <mark key={from}>{text.slice(from, to)}</mark>)
    end = to
  }
  return [...parts, text.slice(end)]
}
