import type { Frame } from '#ui/frame.ts'
import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { Layout } from '#ui/layout.tsx'
import { historyMessages } from '../messages/history.ts'
import { viewerMessages } from '../messages/viewer.ts'
import type { VersionDiff, VersionRow, ViewedFile } from '../view.ts'
import { DiffSection, type DiffView } from './diff-section.tsx'
import { FileTop } from './file-top.tsx'
import { VersionTable } from './version-table.tsx'

type Props = {
  frame: Frame
  now: Date
  file: ViewedFile & { lineCount: number; sizeBytes: number }
  versions: readonly VersionRow[]
  diff: VersionDiff | null
  view: DiffView
  /** The version that was just restored as the newest. */
  restored: number | null
}

export function HistoryPage({ frame, now, file, versions, diff, view, restored }: Props) {
  const { locale } = frame
  const t = historyMessages(locale)
  return (
    <Layout frame={frame} styles={['notes', 'viewer']} title={t.historyTitle(file.fileName)}>
      <div class="viewer-view stack gap-4">
        <FileTop locale={locale} file={file} current="history" />
        {restored !== null && <Restored locale={locale} file={file} restored={restored} />}
        {diff && <DiffSection locale={locale} file={file} diff={diff} view={view} />}
        <section aria-labelledby="versions-title">
          <h2 class="visually-hidden" id="versions-title">
            {t.versions}
          </h2>
          {/* The radios of the table belong to this form by its id, because the rows contain the Restore forms. */}
          <form class="spread gap-2 muted below-3" id="compare" method="get" action={`/file/${file.id}/history`}>
            <p>{t.compareHint}</p>
            <Button kind="primary" disabled={versions.length < 2}>
              {t.compare}
            </Button>
          </form>
          <VersionTable locale={locale} now={now} file={file} versions={versions} diff={diff} />
        </section>
      </div>
    </Layout>
  )
}

/** A restore is undone by restoring the version before it. */
function Restored({ locale, file, restored }: { locale: Locale; file: ViewedFile; restored: number }) {
  const t = historyMessages(locale)
  return (
    <Notice kind="success" locale={locale}>
      <div class="strip-row cluster gap-1-4">
        <span>{t.restored(restored, file.version)}</span>
        <form method="post" action={`/file/${file.id}/restore-version`}>
          <Button kind="quiet" name="version" value={String(file.version - 1)} icon="undo">
            {viewerMessages(locale).undo}
          </Button>
        </form>
      </div>
    </Notice>
  )
}
