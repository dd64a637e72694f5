import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '#browser/api.ts'
import { dismissHint, isHintDismissed } from '#browser/device.ts'
import { type PushState, pushState, subscribe, unsubscribeOnSignOut } from '#browser/push-device.ts'
import { onReminderSet } from '#browser/remind.ts'
import { toast } from '#browser/toast.ts'
import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { pushMessages } from '../messages.ts'

type Asked = { kind: 'ask'; publicKey: string } | { kind: 'homeScreen' } | { kind: 'denied' }

/** Shown after the first reminder was set: asks for permission to notify, or explains what prevents it. */
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
    if (asked.value) dismissHint(`push-${asked.value.kind}`)
    asked.value = null
  }
  if (!asked.value) return null
  const { value } = asked
  return (
    // Stop the event, because a press outside would close the note that just got a reminder.
    <aside class="float push-ask" aria-labelledby="push-ask-title" onPointerDown={(event) => event.stopPropagation()}>
      <Icon name="bell" />
      <div>
        <h2 class="strong sized-m" id="push-ask-title">
          {value.kind === 'ask' ? t.askTitle : t.sectionTitle}
        </h2>
        <p class="meta">{value.kind === 'ask' ? t.askWhy : value.kind === 'denied' ? t.deniedOnce : t.homeScreen}</p>
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

/** Each prompt is displayed once per device; /settings always shows the state. */
async function whatToAsk(): Promise<Asked | null> {
  const kind = KINDS[await pushState()]
  if (!kind || isHintDismissed(`push-${kind}`)) return null
  const outcome = await call<{ public_key: string | null }>('GET', '/api/push/public-key')
  const publicKey = outcome.outcome === 'done' ? outcome.data.public_key : null
  // Without push in this installation there is nothing to allow, even where the browser blocks notifications.
  if (publicKey === null) return null
  return kind === 'ask' ? { kind, publicKey } : { kind }
}

const KINDS: Partial<Record<PushState, Asked['kind']>> = {
  needs_home_screen: 'homeScreen',
  denied: 'denied',
  off: 'ask',
}

async function turnOn(locale: Locale, publicKey: string): Promise<void> {
  const t = pushMessages(locale)
  const trouble = await subscribe(publicKey)
  if (trouble === null) {
    unsubscribeOnSignOut()
    toast({ text: t.nowOn })
  } else toast({ text: t[trouble === 'denied' ? 'deniedOnce' : 'failed'], kind: 'error' })
}

export const island = Ask
