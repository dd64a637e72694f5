import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { countQueuedRows } from '#browser/save-queue.ts'
import { loadWhenOnline } from '#browser/when-online.ts'

/**
 * Sends the unsaved edits of closed pages: a note written offline is sent by whichever page is opened next. It runs on every
 * page, so it only checks whether there are any.
 */
function Unsent({ locale }: { locale: Locale }) {
  useEffect(() => {
    const look = async () => {
      const kept = await indexedDB.databases()
      if (!kept.some(({ name }) => name === 'outbox') || (await countQueuedRows()) === 0) return
      const { sendLeft } = await loadWhenOnline(() => import('./parts/send-left.ts'))
      await sendLeft(locale)
    }
    void look()
  }, [])
  return null
}

export const island = Unsent
