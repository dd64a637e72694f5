import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { call } from '#browser/api.ts'
import { deviceZone } from '#browser/device.ts'
import { navigateTo } from '#browser/navigate.ts'
import { openTabChannel, type TabChannel } from '#browser/tab-channel.ts'
import { Button } from '#ui/components/button.tsx'
import { welcomeMessages } from '../messages.ts'

/** Shown once after the first sign-in. Every way to close it acknowledges it, here and in all other tabs. */
function Welcome({ locale }: { locale: Locale }) {
  const t = welcomeMessages(locale)
  const dialog = useRef<HTMLDialogElement>(null)
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

  const seen = async () => {
    // This or another tab has already sent the acknowledgement.
    if (wasHeard.current) return
    wasHeard.current = true
    tabs.current?.post('seen')
    await call('POST', '/api/welcome/ack', { keepalive: true })
  }
  const moveIn = async (event: MouseEvent) => {
    event.preventDefault()
    // Before the next page is asked for, which would show the welcome again.
    await seen()
    navigateTo('/move-in')
  }

  return (
    <dialog
      ref={dialog}
      class="float dialog welcome"
      aria-labelledby="welcome-title"
      closedby="any"
      onClose={() => void seen()}
    >
      <h2 class="sized-xl" id="welcome-title">
        {t.title}
      </h2>
      <p class="muted">{t.text}</p>
      <p class="muted">{t.sampleHint}</p>
      <div class="actions above-2">
        {/* The server makes the sample, ends the welcome and leads to the tour; other tabs are closed from here. */}
        <form method="post" action="/welcome/sample" onSubmit={() => tabs.current?.post('seen')}>
          <input type="hidden" name="tz" value={deviceZone()} />
          <Button kind="primary">{t.tour}</Button>
        </form>
        <a class="button button-plain" href="/move-in" onClick={moveIn}>
          {t.moveIn}
        </a>
        <Button kind="quiet" type="button" onClick={() => dialog.current?.close()}>
          {t.skip}
        </Button>
      </div>
    </dialog>
  )
}

export const island = Welcome
