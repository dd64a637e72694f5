import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { call } from '#browser/api.ts'
import { openTabChannel, type TabChannel } from '#browser/tabs.ts'
import { Button } from '#ui/components/button.tsx'
import { welcomeMessages } from '../messages.ts'
import { Tour } from './tour/tour.tsx'

/** Shown once after the first sign-in. Every way to close it acknowledges it, here and in all other tabs. */
function Welcome({ locale }: { locale: Locale }) {
  const t = welcomeMessages(locale)
  const dialog = useRef<HTMLDialogElement>(null)
  const isTouring = useSignal(false)
  const wasHeard = useRef(false)
  const tabs = useRef<TabChannel<'seen'>>(null)

  useEffect(() => {
    dialog.current?.showModal()
    const others = openTabChannel<'seen'>('welcome', () => {
      wasHeard.current = true
      dialog.current?.close()
    })
    tabs.current = others
    return () => others.close()
  }, [])

  const seen = () => {
    // Another tab has already sent the acknowledgement.
    if (wasHeard.current) return
    tabs.current?.post('seen')
    void call('POST', '/api/welcome/ack', { keepalive: true })
  }
  const tour = () => {
    dialog.current?.close()
    isTouring.value = true
  }

  return (
    <>
      <dialog ref={dialog} class="dialog welcome" aria-labelledby="welcome-title" closedby="any" onClose={seen}>
        <h2 id="welcome-title">{t.title}</h2>
        <p>{t.text}</p>
        <div class="actions">
          <Button kind="primary" type="button" onClick={tour}>
            {t.tour}
          </Button>
          <Button kind="quiet" type="button" onClick={() => dialog.current?.close()}>
            {t.skip}
          </Button>
        </div>
      </dialog>
      {isTouring.value && <Tour locale={locale} onEnd={() => (isTouring.value = false)} />}
    </>
  )
}

export const island = Welcome
