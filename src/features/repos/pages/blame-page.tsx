import { Time } from '#ui/components/time.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { fileNameOf, repoHref } from '../links.ts'
import { repoMessages } from '../messages/repo.ts'
import { shortCommit } from '../short-commit.ts'
import type { At, CommitItem, FileFacts } from '../view.ts'
import { RepoFileTop } from './file-top.tsx'

export type BlamedPart = CommitItem & { start: number; lines: readonly string[] }
type Props = { frame: Frame; now: Date; at: At; file: FileFacts; parts: readonly BlamedPart[] }

/** The last author of each line: one row for adjacent lines of one commit. */
export function BlamePage({ frame, now, at, file, parts }: Props) {
  const { locale } = frame
  const t = repoMessages(locale)
  return (
    <Layout frame={frame} styles={['repos', 'viewer']} title={`${t.blame} · ${fileNameOf(file.path)}`}>
      <div class="repo repo-wide stack gap-4">
        <RepoFileTop locale={locale} now={now} at={at} file={file} current="blame" />
        <h2 class="visually-hidden">{t.blame}</h2>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys */}
        <div class="repo-blame notranslate panel mono" dir="ltr" role="region" aria-label={t.blame} tabIndex={0}>
          {parts.map((part) => (
            <div class="repo-blamed rule-below grid" key={part.start}>
              <div class="repo-blame-by gap-2 flex muted tiny nowrap">
                <a href={repoHref(at.repo.name, '', { at: part.commit, view: 'commit' })} title={part.subject}>
                  {shortCommit(part.commit)}
                </a>
                <bdi>{part.author}</bdi>
                <Time at={part.at} now={now} locale={locale} show="date" />
              </div>
              <pre>
                {part.lines.map((line, i) => (
                  <code key={i}>
                    <span class="repo-line-number muted text-end">{part.start + i}</span>
                    {line}
                    {'\n'}
                  </code>
                ))}
              </pre>
            </div>
          ))}
        </div>
      </div>
    </Layout>
  )
}
