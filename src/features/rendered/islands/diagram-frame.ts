/**
 * Renders one diagram in a frame without our origin: the library builds HTML from strings, which our pages forbid. The
 * page sends the source and receives the height of the drawing, or the error in the source.
 */
import { type DiagramMessage, hasAliases } from '../diagram.ts'
import mermaid from 'mermaid'

const host = document.createElement('div')
document.body.append(host)

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.source === window.parent && typeof event.data === 'string') void draw(event.data)
})
new ResizeObserver(sendHeight).observe(host)
answer({ kind: 'ready' })

async function draw(source: string): Promise<void> {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', theme: dark ? 'dark' : 'neutral' })
  try {
    if (hasAliases(source)) throw new Error('Front matter with YAML aliases')
    const { svg } = await mermaid.render('diagram', source)
    // Trusted Types are off here, and no script would run: the policy of this document allows only our own file.
    host.innerHTML = svg
    sendHeight()
  } catch (error) {
    answer({ kind: 'failed', reason: error instanceof Error ? error.message : '' })
  }
}

function sendHeight(): void {
  if (host.firstChild) answer({ kind: 'drawn', height: Math.ceil(host.getBoundingClientRect().height) })
}

/** Our headers allow only our pages to frame this document. Its origin is opaque, so `*` is the only usable target. */
function answer(message: DiagramMessage): void {
  window.parent.postMessage(message, '*')
}
