/**
 * Draws one diagram in a frame without our origin: the library builds HTML from strings, which no page of ours allows.
 * The page sends the source and gets back how high the drawing is, or what is wrong with the source.
 */
import type { DiagramAnswer } from '../diagram.ts'
import mermaid from 'mermaid'

const place = document.createElement('div')
document.body.append(place)

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.source === window.parent && typeof event.data === 'string') void draw(event.data)
})
new ResizeObserver(sayHeight).observe(place)
answer({ kind: 'ready' })

async function draw(source: string): Promise<void> {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', theme: dark ? 'dark' : 'neutral' })
  try {
    const { svg } = await mermaid.render('diagram', source)
    // No Trusted Types here, and no script would run: this document's policy knows only our own file.
    place.innerHTML = svg
    sayHeight()
  } catch (error) {
    answer({ kind: 'failed', reason: error instanceof Error ? error.message : '' })
  }
}

function sayHeight(): void {
  if (place.firstChild) answer({ kind: 'drawn', height: Math.ceil(place.getBoundingClientRect().height) })
}

/** To whoever frames us, which by our headers is a page of ours; nobody's origin cannot name another. */
function answer(message: DiagramAnswer): void {
  window.parent.postMessage(message, '*')
}
