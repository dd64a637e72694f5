/**
 * Runs in a frame with an opaque origin and without network access: it starts a worker and passes it the page's end of a
 * channel. The worker runs a user's Python, which can reach neither our site nor any other.
 */
// oxlint-disable-next-line import/default -- Vite makes one
import PythonWorker from './worker.ts?worker&inline'

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const [port] = event.ports
  if (event.source !== window.parent || !port) return
  new PythonWorker().postMessage('connect', [port])
})
window.parent.postMessage('ready', '*')
