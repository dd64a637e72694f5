import type { Locale } from '#base/messages.ts'
import { FileName } from '#ui/components/file-name.tsx'
import { Notice } from '#ui/components/notice.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import type { MergePart } from '#base/diff/merge.ts'
import type { DriftPlan } from '../drift-plan.ts'
import { repoHref } from '../links.ts'
import { upstreamMessages } from '../messages/upstream.ts'
import type { Upstream } from '../origin.ts'
import { shortCommit } from '../short-commit.ts'
import type { DrawnChange, UpstreamDiffs, UpstreamFile } from '../view.ts'
import { DiffBox, LineCounts } from './diff-box.tsx'
import { SendForm } from './send-form.tsx'
import { UpdateForm } from './update-form.tsx'

type Props = {
  frame: Frame
  file: UpstreamFile
  upstream: Upstream
  /** Null: there is nothing to compare with. */
  compared: { plan: DriftPlan; hasBase: boolean; drawn: UpstreamDiffs } | null
  /** The branch that is offered for a push; null: pushing is off. */
  sendTo: string | null
  sent: { branch: string; commit: string } | null
}

export function UpstreamPage({ frame, file, upstream, compared, sendTo, sent }: Props) {
  const { locale } = frame
  const t = upstreamMessages(locale)
  return (
    <Layout frame={frame} styles={['repos', 'viewer']} title={`${t.title} · ${file.fileName}`}>
      <div class="repo upstream stack gap-4">
        <Head locale={locale} file={file} upstream={upstream} />
        {sent && (
          <Notice kind="success" locale={locale}>
            {t.sent(`\u2068${sent.branch}\u2069`, `\u2068${shortCommit(sent.commit)}\u2069`)}
          </Notice>
        )}
        {upstream.state === 'renamed' && (
          <p class="meta-line">
            {t.renamed}{' '}
            <a href={repoHref(upstream.origin.repoName, upstream.path)}>
              <FileName name={upstream.path} />
            </a>
          </p>
        )}
        {compared ? (
          <>
            <UpdateForm locale={locale} file={file} upstream={upstream} {...compared} />
            <Comparison locale={locale} {...compared} />
          </>
        ) : (
          <Notice kind="info" locale={locale}>
            {upstream.state === 'unknown' ? t.unknown : upstream.state === 'gone' ? t.gone : t.notText}
          </Notice>
        )}
        {sendTo !== null && upstream.head !== null && (
          <SendForm locale={locale} file={file} path={upstream.path} branch={sendTo} />
        )}
      </div>
    </Layout>
  )
}

function Head({ locale, file, upstream }: { locale: Locale; file: UpstreamFile; upstream: Upstream }) {
  const t = upstreamMessages(locale)
  const { repoName, repoPath, commit } = upstream.origin
  return (
    <header class="page-head upstream-head">
      <h1>{t.title}</h1>
      <p class="meta-line">
        <a class="breaks" href={`/file/${file.id}`}>
          <FileName name={file.fileName} />
        </a>
        <span>
          {t.from}{' '}
          <a href={repoHref(repoName, repoPath, { at: commit })}>
            <bdi class="breaks" dir="ltr">
              {repoName}/{repoPath}
            </bdi>
          </a>{' '}
          {t.atCommit}{' '}
          <bdi class="tiny mono breaks" dir="ltr">
            {shortCommit(commit)}
          </bdi>
        </span>
      </p>
    </header>
  )
}

function Comparison({ locale, plan, drawn }: { locale: Locale; plan: DriftPlan; drawn: UpstreamDiffs }) {
  const t = upstreamMessages(locale)
  if (plan.does === 'nothing') return null
  return (
    <>
      {plan.does === 'ask' && <Conflicts locale={locale} parts={plan.parts} />}
      {drawn.result && <Change locale={locale} title={t.result} change={drawn.result} />}
      <Change locale={locale} title={t.theirChanges} change={drawn.theirs} />
      {drawn.mine && <Change locale={locale} title={t.myChanges} change={drawn.mine} />}
    </>
  )
}

function Change({ locale, title, change }: { locale: Locale; title: string; change: DrawnChange }) {
  return (
    <section class="stack gap-2">
      <div class="cluster gap-2">
        <h2 class="sized-m">{title}</h2>
        <LineCounts added={change.added} removed={change.removed} />
      </div>
      {change.rows && <DiffBox locale={locale} label={title} {...change.rows} />}
    </section>
  )
}

type Conflict = Extract<MergePart, { kind: 'conflict' }>

/** Both sides and their common base. */
function Conflicts({ locale, parts }: { locale: Locale; parts: readonly MergePart[] }) {
  const t = upstreamMessages(locale)
  const conflicts = parts.filter((part): part is Conflict => part.kind === 'conflict')
  return (
    <section class="upstream-conflicts stack gap-3" aria-labelledby="conflicts">
      <h2 class="sized-m" id="conflicts">
        {t.conflicts}
      </h2>
      <ol class="stack gap-3">
        {conflicts.map((part, i) => (
          <li key={i}>
            <h3 class="small below-2">{t.conflict(i + 1)}</h3>
            <div class="upstream-sides panel grid">
              {(['mine', 'theirs', 'base'] as const).map((side) => (
                <Side key={side} label={t[side]} side={side} text={part[side]} nothing={t.nothingThere} />
              ))}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Side({ label, side, text, nothing }: { label: string; side: string; text: string; nothing: string }) {
  return (
    <div class={`upstream-side shrinks grid upstream-${side}`}>
      <h4 class="muted tiny strong rule-below">{label}</h4>
      {text === '' ? (
        <p class="upstream-nothing">{nothing}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys
        <pre class="notranslate" dir="ltr" role="region" aria-label={label} tabIndex={0}>
          {text}
        </pre>
      )}
    </div>
  )
}
