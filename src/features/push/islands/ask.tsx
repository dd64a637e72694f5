import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '#browser/api.ts'
import { tell, wasTold } from '#browser/device.ts'
import { leaveOnSignOut, pushState, subscribe } from '#browser/push-device.ts'
import { onReminderSet } from '#browser/remind.ts'
import { toast } from '#browser/toast.ts'
import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { pushMessages } from '../messages.ts'

type Asked = { kind: 'ask'; publicKey: string } | { kind: 'homeScreen' } | { kind: 'denied' }

/** Comes to a page when the first reminder was set on it: asks whether this device may show it, or says what stands in the way. */
function Ask({ locale }: { locale: Locale }) {
  const t = pushMessages(locale)
  const asked = useSignal<Asked | null>(null)
  useEffect(() => {
    const look = async () => {
      asked.value = await whatToAsk()
    }
    void look()
    return onReminderSet(look)
  }, [])
  const close = () => {
    if (asked.value) tell(`push-${asked.value.kind}`)
    asked.value = null
  }
  if (!asked.value) return null
  const { value } = asked
  return (
    // A press here is no press elsewhere: the note that was just given a reminder stays open.
    <aside class="push-ask" aria-labelledby="push-ask-title" onPointerDown={(event) => event.stopPropagation()}>
      <Icon name="bell" />
      <div>
        <h2 id="push-ask-title">{value.kind === 'ask' ? t.askTitle : t.sectionTitle}</h2>
        <p>{value.kind === 'ask' ? t.askWhy : value.kind === 'denied' ? t.deniedOnce : t.homeScreen}</p>
        <div class="actions">
          {value.kind === 'ask' && (
            <button
              class="button button-primary"
              type="button"
              onClick={() => {
                close()
                void turnOn(locale, value.publicKey)
              }}
            >
              {t.askYes}
            </button>
          )}
          <button class="button button-quiet" type="button" onClick={close}>
            {value.kind === 'ask' ? t.askNo : t.gotIt}
          </button>
        </div>
      </div>
    </aside>
  )
}

/** Each thing is said once on a device; /settings says it whenever somebody looks. */
async function whatToAsk(): Promise<Asked | null> {
  const state = await pushState()
  if (state === 'needs_home_screen') return wasTold('push-homeScreen') ? null : { kind: 'homeScreen' }
  if (state === 'denied') return wasTold('push-denied') ? null : { kind: 'denied' }
  if (state !== 'off' || wasTold('push-ask')) return null
  const outcome = await call<{ public_key: string | null }>('GET', '/api/push/public-key')
  const publicKey = outcome.outcome === 'done' ? outcome.data.public_key : null
  return publicKey === null ? null : { kind: 'ask', publicKey }
}

async function turnOn(locale: Locale, publicKey: string): Promise<void> {
  const t = pushMessages(locale)
  const trouble = await subscribe(publicKey)
  if (trouble === null) {
    leaveOnSignOut()
    toast({ text: t.nowOn })
  } else toast({ text: t[trouble === 'denied' ? 'deniedOnce' : 'failed'], kind: 'error', seconds: 8 })
}

export const island = Ask
