const WORKER = '/sw.js'

/** The only script URL that Trusted Types allow besides the page's own. */
function workerUrl(): string {
  const factory = (window as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes
  if (!factory) return WORKER
  const policy = factory.createPolicy('codeshelf', { createScriptURL: () => WORKER })
  return policy.createScriptURL('') as unknown as string
}

type TrustedTypePolicyFactory = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ) => { createScriptURL: (text: string) => object }
}

/** For signed-in users. Registers this device again where notifications are allowed. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  // Fails in private windows and under some settings: the pages work without it.
  await navigator.serviceWorker.register(workerUrl()).catch(() => undefined)
  if (mayNotify()) (await import('./push-device.ts')).renewSubscription()
}

function mayNotify(): boolean {
  return 'Notification' in window && Notification.permission === 'granted'
}
