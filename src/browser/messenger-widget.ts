type WidgetSettings = { botName: string; scriptUrl: string; locale: string; nonce: string }

/** Ad blockers swallow the script without an error event, so a timeout counts as blocked too. */
const PATIENCE_MS = 5_000
const CALLBACK = 'codeshelfSignIn'

/** Adds the messenger's script to `host`; it replaces itself with a frame that holds the button. */
export function loadMessengerWidget(
  host: HTMLElement,
  settings: WidgetSettings,
  onSignIn: (data: object) => void,
): Promise<void> {
  Reflect.set(window, CALLBACK, onSignIn)
  const script = document.createElement('script')
  script.async = true
  script.nonce = settings.nonce
  script.dataset['telegramLogin'] = settings.botName
  script.dataset['size'] = 'large'
  script.dataset['lang'] = settings.locale
  script.dataset['onauth'] = `${CALLBACK}(user)`
  script.src = settings.scriptUrl
  return new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => reject(new Error('The widget did not load in time')), PATIENCE_MS)
    script.addEventListener('load', () => {
      clearTimeout(giveUp)
      resolve()
    })
    script.addEventListener('error', () => {
      clearTimeout(giveUp)
      reject(new Error('The widget was blocked'))
    })
    host.append(script)
  })
}
