import type { Locale } from '#base/messages.ts'
import { Time } from '#ui/components/time.tsx'
import type { Frame } from '#ui/frame.ts'
import { Icon } from '#ui/icons.tsx'
import { Layout } from '#ui/layout.tsx'
import { ageOf, AGES } from '../blame-age.ts'
import { fileNameOf, repoHref } from '../links.ts'
import { pastMessages } from '../messages/past.ts'
import { repoMessages } from '../messages/repo.ts'
import { shortCommit } from '../short-commit.ts'
import type { At, BlamedPart, FileFacts } from '../view.ts'
import { RepoFileTop } from './file-top.tsx'

type Props = { frame: Frame; now: Date; at: At; file: FileFacts; parts: readonly BlamedPart[] }

/** The last author of each line: one row for adjacent lines of one commit, with a colour for its age. */
export function BlamePage({ frame, now, at, file, parts }: Props) {
  const { locale } = frame
  const t = repoMessages(locale)
  const ages = ageOf(parts.map((part) => part.at))
  return (
    <Layout frame={frame} styles={['notes', 'repos', 'viewer']} title={`${t.blame} · ${fileNameOf(file.path)}`}>
      <div class="viewer-view repo repo-wide stack gap-3">
        <RepoFileTop locale={locale} now={now} at={at} file={file} current="blame" />
        <h2 class="visually-hidden">{t.blame}</h2>
        <Ages locale={locale} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys */}
        <div class="repo-blame notranslate panel" dir="ltr" role="region" aria-label={t.blame} tabIndex={0}>
          {parts.map((part) => (
            <div class="repo-blamed rule-below grid" key={part.start} data-age={ages(part.at)}>
              <Author locale={locale} now={now} repo={at.repo.name} part={part} />
              <pre class="repo-blame-numbers muted mono text-end">
                {part.lines.map((_, i) => (
                  <span key={i} id={`L${part.start + i}`}>{`${part.start + i}\n`}</span>
                ))}
              </pre>
              <pre class="mono">{textOf(part)}</pre>
            </div>
          ))}
        </div>
      </div>
    </Layout>
  )
}

/** HTML drops the first line break of a `pre`, and reads a lone carriage return as one more, which would shift the numbers. */
function textOf({ lines }: BlamedPart): string {
  return `\n${lines.map((line) => line.replaceAll('\r', '␍')).join('\n')}`
}

function Author({ locale, now, repo, part }: { locale: Locale; now: Date; repo: string; part: BlamedPart }) {
  const t = pastMessages(locale)
  const { commit, author, subject, before } = part
  return (
    <div class="repo-blame-by row gap-2 muted tiny nowrap">
      <Time at={part.at} now={now} locale={locale} />
      <a
        class="repo-blame-subject shrinks row"
        href={repoHref(repo, '', { at: commit, view: 'commit' })}
        title={`${subject} · ${shortCommit(commit)}`}
      >
        <bdi class="truncate">{subject === '' ? shortCommit(commit) : subject}</bdi>
      </a>
      <bdi class="repo-blame-author truncate">{author}</bdi>
      {before && (
        <a
          class="repo-blame-before small-icons centered"
          href={`${repoHref(repo, before.path, { at: before.commit, view: 'blame' })}#L${before.line}`}
          aria-label={t.blameBefore(subject)}
          title={t.blameBefore(subject)}
        >
          <Icon name="history" />
        </a>
      )}
    </div>
  )
}

function Ages({ locale }: { locale: Locale }) {
  const t = pastMessages(locale)
  return (
    <p class="repo-ages row meta gap-1">
      {t.oldest}
      {AGES.map((age) => (
        <span key={age} class="repo-age" data-age={age} aria-hidden="true" />
      ))}
      {t.newest}
    </p>
  )
}
