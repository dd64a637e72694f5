/**
 * `/embed.js`, which people put into their own pages: inserts the frame of a public link after its script element and keeps it
 * as tall as its content. It runs in pages of strangers, so it reads nothing but its own attributes.
 */
import { FRAME_SANDBOX, readHeight } from '../embed.ts'
import { TOKEN } from '../share.ts'

const FIRST_HEIGHT = 200

const ATTRIBUTES = ['file', 'lines', 'theme', 'lang'] as const

/** The server checks the attributes: a mistake in one is displayed in the frame instead of being ignored here. */
function addressOf({ dataset, src }: HTMLScriptElement): URL {
  const { share = '' } = dataset
  if (!TOKEN.test(share)) throw new Error('Codeshelf: data-share is not the token of a public link')
  const url = new URL(`/shared/${share}/embed`, src)
  for (const name of ATTRIBUTES) {
    const value = dataset[name]
    if (value) url.searchParams.set(name, value)
  }
  return url
}

function insertFrame(script: HTMLScriptElement): void {
  const url = addressOf(script)
  const frame = document.createElement('iframe')
  frame.title = script.dataset['title'] ?? 'Codeshelf'
  frame.loading = 'lazy'
  frame.referrerPolicy = 'no-referrer'
  frame.setAttribute('sandbox', FRAME_SANDBOX)
  Object.assign(frame.style, { display: 'block', width: '100%', border: '0', height: `${FIRST_HEIGHT}px` })
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    // Every frame and every opener of this page can send messages: only ours counts, from this very frame.
    if (event.origin !== url.origin || event.source !== frame.contentWindow) return
    const height = readHeight(event.data)
    if (height !== null) frame.style.height = `${height}px`
  })
  frame.src = url.href
  script.after(frame)
}

if (document.currentScript instanceof HTMLScriptElement) insertFrame(document.currentScript)
