import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { whenOnline } from '#browser/when-online.ts'

/**
 * Sends what closed pages could not send: a note written without a connection arrives from whichever page is opened next.
 * On every page, so it only looks whether this browser has ever kept a note.
 */
function Unsent({ locale }: { locale: Locale }) {
  useEffect(() => {
    const look = async () => {
      const kept = await indexedDB.databases()
      if (!kept.some(({ name }) => name === 'outbox')) return
      const { sendLeft } = await whenOnline(() => import('./parts/send-left.ts'))
      await sendLeft(locale)
    }
    void look()
  }, [])
  return null
}

export const island = Unsent
