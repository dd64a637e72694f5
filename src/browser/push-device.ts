import { call } from './api.ts'
import { resetHint } from './device.ts'
import { pause } from './sleep.ts'

const SENT = 'push-sent'

/** The push support of this browser, before asking for permission. */
export type PushState = 'unsupported' | 'needs_home_screen' | 'denied' | 'off' | 'on'

/** iOS has no push in a browser tab, only in a page on the home screen. */
function isIosTab(): boolean {
  const isIos = /\b(iPhone|iPad|iPod)\b/.test(navigator.userAgent)
  return isIos && !window.matchMedia('(display-mode: standalone)').matches
}

export async function pushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isIosTab() ? 'needs_home_screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await currentSubscription()
  return subscription && Notification.permission === 'granted' ? 'on' : 'off'
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription().catch(() => null)) ?? null
}

/** The name under which the server lists this device. */
export async function ownEndpointHash(): Promise<string | null> {
  const subscription = 'serviceWorker' in navigator ? await currentSubscription() : null
  if (!subscription) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint))
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.slice(0, 32)
}

/**
 * Asks for permission and registers with the server. Only during a click: browsers refuse anything else. Null on success, else
 * the obstacle.
 */
export async function subscribe(publicKey: string): Promise<'denied' | 'failed' | null> {
  const answer = await Notification.requestPermission()
  if (answer !== 'granted') return answer === 'denied' ? 'denied' : 'failed'
  try {
    const registration = await navigator.serviceWorker.ready
    const former = await registration.pushManager.getSubscription()
    // The operator changed the key: the push service would reject every message.
    if (former && !isOfKey(former, publicKey)) await former.unsubscribe()
    const options = { userVisibleOnly: true, applicationServerKey: keyBytes(publicKey) }
    return (await send(await registration.pushManager.subscribe(options))) ? null : 'failed'
  } catch {
    return 'failed'
  }
}

export async function unsubscribe(): Promise<boolean> {
  const subscription = 'serviceWorker' in navigator ? await currentSubscription() : null
  if (!subscription) return true
  const { endpoint } = subscription
  const outcome = await call('DELETE', '/api/push/subscribe', { body: { endpoint } })
  if (outcome.outcome !== 'done') return false
  return subscription.unsubscribe()
}

/** On every page of a browser that has the permission. */
export function renewSubscription(): void {
  unsubscribeOnSignOut()
  void sendAgain()
}

/**
 * Registers this device again once per window: browsers change subscriptions without always emitting an event, and a database
 * may have been restored.
 */
async function sendAgain(): Promise<void> {
  const subscription = await currentSubscription()
  if (!subscription || sessionStorage.getItem(SENT) === subscription.endpoint) return
  if (await send(subscription)) sessionStorage.setItem(SENT, subscription.endpoint)
}

async function send(subscription: PushSubscription): Promise<boolean> {
  const outcome = await call('POST', '/api/push/subscribe', { body: subscription.toJSON() })
  return outcome.outcome === 'done'
}

function keyBytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
}

function isOfKey(subscription: PushSubscription, key: string): boolean {
  const own = subscription.options.applicationServerKey
  if (!own) return true
  const bytes = new Uint8Array(own)
  const asked = keyBytes(key)
  return bytes.length === asked.length && bytes.every((byte, index) => byte === asked[index])
}

/** After signing out, this browser must not display the user's notes. */
export function unsubscribeOnSignOut(): void {
  const signOut = (event: SubmitEvent) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.getAttribute('action') !== '/logout') return
    event.preventDefault()
    resetHint('push-ask')
    void Promise.race([unsubscribe(), pause(SIGN_OUT_WAIT_MS)]).finally(() => form.submit())
  }
  document.addEventListener('submit', signOut)
}

/** Signing out must work, even when the network or the push service does not. */
const SIGN_OUT_WAIT_MS = 1_500
