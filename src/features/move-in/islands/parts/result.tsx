import type { Locale } from '#base/messages.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { FileName } from '#ui/components/file-name.tsx'
import { moveInMessages } from '../../messages/page.ts'
import { keptReasons } from '../../messages/reasons.ts'
import type { MoveReply, UndoReply } from '../../schema.ts'
import { Skipped } from './preview.tsx'
import { Rows } from './rows.tsx'

const MOST = 200

export function ResultView({ locale, reply }: { locale: Locale; reply: MoveReply }) {
  const t = moveInMessages(locale)
  const refused = reply.files.flatMap((file) => (file.outcome === 'refused' ? [file] : []))
  const lost = reply.skipped.reduce((sum, { files }) => sum + files, 0) + refused.length
  return (
    <div class="move-view stack gap-5">
      <div class="move-head wraps between items-top gap-3-4">
        <div>
          <h2 tabIndex={-1}>{t.done}</h2>
          <p class="move-facts cluster gap-1-4 numbers above-1">
            <strong>{t.saved(reply.saved)}</strong>
            {reply.updated > 0 && <span>{t.updated(reply.updated)}</span>}
            {reply.unchanged > 0 && <span>{t.same(reply.unchanged)}</span>}
            {lost > 0 && <span>{t.notMoved(lost)}</span>}
          </p>
        </div>
        <ButtonLink kind="primary" href="/files">
          {t.toFiles}
        </ButtonLink>
      </div>
      {reply.stopped && (
        <Notice kind="error" locale={locale} title={t.stopped}>
          {reply.stopped.message}
        </Notice>
      )}
      <Rows title={t.notMovedTitle} items={refused} most={MOST} more={t.more}>
        {({ path, message }) => (
          <>
            <FileName name={path} />
            <span class="meta regular">{message}</span>
          </>
        )}
      </Rows>
      <Skipped locale={locale} title={t.notMovedTitle} skipped={reply.skipped} />
    </div>
  )
}

export function UndoneView({ locale, reply }: { locale: Locale; reply: UndoReply }) {
  const t = moveInMessages(locale)
  return (
    <div class="move-view stack gap-5">
      <Notice kind="success" locale={locale}>
        {t.undoDone(reply.undone)}
      </Notice>
      <Rows title={t.keptTitle} items={reply.kept} most={MOST} more={t.more}>
        {({ file_id: id, file_name: name, reason }) => (
          <>
            <a href={`/file/${id}`}>
              <bdi>{name}</bdi>
            </a>
            <span class="meta regular">{keptReasons(locale)[reason]}</span>
          </>
        )}
      </Rows>
    </div>
  )
}
