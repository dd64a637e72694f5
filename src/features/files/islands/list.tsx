import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { Notice } from '#ui/components/notice.tsx'
import { Skeleton } from '#ui/components/skeleton.tsx'
import { liveMessages } from '../messages/live.ts'
import { arrived, type Failure, failure, isSlow } from './list/here.ts'
import { listen } from './list/listen.ts'
import { refresh } from './list/pages.ts'
import { focusRow, rows } from './list/rows.ts'

const SKELETON_ROWS = 8

/** Hydrates the list: paging, selection and bulk actions, scroll restoration on Back, failures, and new files. */
function LiveList({ locale }: { locale: Locale }) {
  const t = liveMessages(locale)
  useEffect(() => listen(locale), [])
  const slow = isSlow.value
  useEffect(() => {
    document.getElementById('results')?.toggleAttribute('hidden', slow)
  }, [slow])
  const fresh = arrived.value
  return (
    <>
      {failure.value && <FailureStrip failure={failure.value} locale={locale} />}
      {fresh && (
        <p class="list-arrived stack">
          <button class="button button-primary" type="button" onClick={() => void showArrived()}>
            {fresh.all ? t.freshMany(fresh.n) : t.fresh(fresh.n)}
          </button>
        </p>
      )}
      {slow && (
        <div class="list-waiting">
          <Skeleton rows={SKELETON_ROWS} label={t.loading} />
        </div>
      )}
    </>
  )
}

async function showArrived(): Promise<void> {
  await refresh()
  window.scrollTo({ top: 0, behavior: 'instant' })
  focusRow(rows()[0], { preventScroll: true })
}

/** Shows a failure and its retry button; the rows stay visible. */
function FailureStrip({ failure: failed, locale }: { failure: Failure; locale: Locale }) {
  const t = liveMessages(locale)
  const { requestId, retry } = failed
  const close = () => {
    failure.value = null
  }
  return (
    <Notice kind="error" locale={locale}>
      <div class="list-failure spread breaks gap-2-4">
        <span>
          {failed.of === 'action' ? failed.text : failed.of === 'list' ? t.failedList : t.failedMore}
          {requestId && (
            <>
              {' '}
              {t.requestId} <code class="copyable">{requestId}</code>
            </>
          )}
        </span>
        <div class="actions">
          <button
            class="button button-plain"
            type="button"
            onClick={() => {
              close()
              retry()
            }}
          >
            {t.retry}
          </button>
          <button class="button button-quiet" type="button" onClick={close}>
            {t.dismiss}
          </button>
        </div>
      </div>
    </Notice>
  )
}

export const island = LiveList
