import { formatNumber, type Locale } from '#base/messages.ts'
import { htmlSlot } from '#base/html-slot.ts'
import { Notice } from '#ui/components/notice.tsx'
import { MAX_DIFF_ROWS } from '../diff-html.ts'
import { historyMessages } from '../messages/history.ts'
import { viewerMessages } from '../messages/viewer.ts'
import type { DiffHtml, VersionDiff, ViewedFile } from '../view.ts'
import { Changes, RestoreButton } from './version-table.tsx'

/** Null: side by side on wide windows, else unified. */
export type DiffView = 'unified' | 'split' | null

type Props = { locale: Locale; file: ViewedFile; diff: VersionDiff; view: DiffView }

export function DiffSection({ locale, file, diff, view }: Props) {
  const t = historyMessages(locale)
  const { added, removed, isSame } = diff
  return (
    <section class="diff stack gap-4" aria-labelledby="diff-title">
      <div class="cluster gap-3 diff-head">
        <h2 id="diff-title">{t.diffTitle(diff.from, diff.to)}</h2>
        <Changes t={t} added={added} removed={removed} />
        {!isSame && <RestoreButton file={file} version={diff.from} words={t.restoreNumber(diff.from)} />}
        {!isSame && <DiffSwitch locale={locale} file={file} diff={diff} view={view} />}
      </div>
      {isSame ? (
        <Notice kind="info" locale={locale}>
          {t.same}
        </Notice>
      ) : (
        <Diffs locale={locale} diff={diff} view={view} />
      )}
    </section>
  )
}

/** Without a choice both views are on the page, and the style sheet shows one of them by window width. */
function Diffs({ locale, diff, view }: Omit<Props, 'file'>) {
  return (
    <>
      {diff.unified && (
        <div class={view === null ? 'diff-when-narrow' : undefined}>
          <DiffTable locale={locale} kind="unified" diff={diff} rows={diff.unified} />
        </div>
      )}
      {diff.split && (
        <div class={view === null ? 'diff-when-wide' : undefined}>
          <DiffTable locale={locale} kind="split" diff={diff} rows={diff.split} />
        </div>
      )}
    </>
  )
}

type TableProps = { locale: Locale; kind: 'unified' | 'split'; diff: VersionDiff; rows: DiffHtml }

function DiffTable({ locale, kind, diff, rows: { html, isCut } }: TableProps) {
  const t = historyMessages(locale)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys */}
      <div
        class="diff-box notranslate panel"
        dir="ltr"
        role="region"
        aria-label={viewerMessages(locale).code}
        tabIndex={0}
      >
        <table class={`diff-table mono full diff-${kind}`}>
          <colgroup>
            {(kind === 'split' ? ['number', 'text', 'number', 'text'] : ['number', 'number', 'text']).map(
              (column, i) => (
                <col key={i} class={`diff-col-${column}`} />
              ),
            )}
          </colgroup>
          {kind === 'split' && (
            <thead>
              <tr>
                {[diff.from, diff.to].map((version) => (
                  <th key={version} class="diff-side muted strong rule-below" colSpan={2} scope="colgroup">
                    <bdi>{t.side(version)}</bdi>
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody dangerouslySetInnerHTML={{ __html: htmlSlot(html) }} />
        </table>
      </div>
      {isCut && (
        <Notice kind="info" locale={locale}>
          {t.diffCut(formatNumber(locale, MAX_DIFF_ROWS))}
        </Notice>
      )}
    </>
  )
}

function DiffSwitch({ locale, file, diff, view }: Props) {
  const t = historyMessages(locale)
  const href = (wanted: 'unified' | 'split') =>
    `/file/${file.id}/history?from=${diff.from}&to=${diff.to}&view=${wanted}`
  return (
    <nav class="segmented view-switch diff-switch" aria-label={t.diffView}>
      <a href={href('unified')} aria-current={view === 'unified' ? 'true' : undefined}>
        {t.unified}
      </a>
      <a href={href('split')} aria-current={view === 'unified' ? undefined : 'true'}>
        {t.split}
      </a>
    </nav>
  )
}
