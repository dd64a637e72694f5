/**
 * Runs in a frame without our origin, whose policy lets nothing out: it starts a worker and hands it the page's end of a
 * channel. What runs in that worker is somebody's Python, and it can reach neither us nor anybody else.
 */
// oxlint-disable-next-line import/default -- Vite makes one
import PythonWorker from './worker.ts?worker&inline'

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const [port] = event.ports
  if (event.source !== window.parent || !port) return
  new PythonWorker().postMessage('connect', [port])
})
window.parent.postMessage('ready', '*')
