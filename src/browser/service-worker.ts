const WORKER = '/sw.js'

/** The one script address that the page may run beside its own: Trusted Types refuse every other. */
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

/** For somebody signed in. Where this device may show reminders, the server hears of it again. */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  // Refused in private windows and by some settings: the pages work without it.
  await navigator.serviceWorker.register(workerUrl()).catch(() => undefined)
  if (mayNotify()) (await import('./push-device.ts')).keepTrue()
}

/** Somebody allowed notifications here once. */
function mayNotify(): boolean {
  return 'Notification' in window && Notification.permission === 'granted'
}
