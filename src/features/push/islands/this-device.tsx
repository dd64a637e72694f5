import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ownEndpointHash, pushState, type PushState, subscribe, unsubscribe } from '#browser/push-device.ts'
import { toast } from '#browser/toast.ts'
import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { pushMessages } from '../messages.ts'

type Props = { locale: Locale; publicKey: string }

/** Shows whether this device is subscribed, with a button that changes it. Until the browser has told, it only takes its place. */
function ThisDevice({ locale, publicKey }: Props) {
  const t = pushMessages(locale)
  const state = useSignal<PushState | null>(null)
  const look = async () => {
    state.value = await pushState()
    await markOwn(t.thisDevice)
  }
  useEffect(() => void look(), [])
  const turnOn = async () => {
    const trouble = await subscribe(publicKey)
    if (trouble) toast({ text: t[trouble], kind: 'error' })
    else window.location.reload()
  }
  const turnOff = async () => {
    if (await unsubscribe()) window.location.reload()
    else toast({ text: t.offFailed, kind: 'error' })
  }
  const shown = state.value ?? 'off'
  const words = {
    on: t.isOn,
    off: t.isOff,
    unsupported: t.unsupported,
    denied: t.denied,
    needs_home_screen: t.homeScreen,
  }
  return (
    <div class="this-device needs-script spread gap-3 tap above-4" inert={state.value === null}>
      <p>{words[shown]}</p>
      {shown === 'off' && (
        <Button kind="primary" icon="bell" type="button" onClick={() => void turnOn()}>
          {t.turnOn}
        </Button>
      )}
      {shown === 'on' && (
        <Button type="button" onClick={() => void turnOff()}>
          {t.turnOff}
        </Button>
      )}
    </div>
  )
}

/** Marks this device in the list: the server cannot know which device requests the page. */
async function markOwn(words: string): Promise<void> {
  const hash = await ownEndpointHash()
  const mark = hash === null ? null : document.querySelector<HTMLElement>(`[data-device="${hash}"] .device-own`)
  if (!mark) return
  mark.textContent = words
  mark.hidden = false
}

export const island = ThisDevice
