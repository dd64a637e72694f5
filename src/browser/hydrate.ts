import { type ComponentChildren, type ComponentType, h, hydrate, render } from 'preact'
import { useEffect } from 'preact/hooks'
import { whenOnline } from './when-online.ts'

/** An island module exports its component as `island`; the name is `feature/file`. */
export type IslandLoader = (name: string) => Promise<{ island: ComponentType<object> }>

const found = new WeakSet<Element>()

/** Wakes every island of the page, each when its `data-when` says. A second call finds only new ones. */
export function hydrateIslands(root: ParentNode, load: IslandLoader): void {
  for (const element of root.querySelectorAll<HTMLElement>('cs-island')) {
    if (found.has(element)) continue
    found.add(element)
    schedule(element, () => wake(element, load))
  }
}

/** A page that is never idle, or that a browser thinks nobody sees, wakes all the same. */
const IDLE = { timeout: 1_000 }

function schedule(element: HTMLElement, run: () => Promise<void>): void {
  const when = element.dataset['when']
  if (when === 'idle' && 'requestIdleCallback' in window) requestIdleCallback(() => void run(), IDLE)
  else if (when === 'visible') onceVisible(element, () => void run())
  else void run()
}

function onceVisible(element: HTMLElement, run: () => void): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return
    observer.disconnect()
    run()
  })
  observer.observe(element.firstElementChild ?? element)
}

async function wake(element: HTMLElement, load: IslandLoader): Promise<void> {
  const { island } = await whenOnline(() => load(element.dataset['island'] ?? ''))
  const props = JSON.parse(element.dataset['props'] ?? '{}') as object
  const start = element.firstChild ? hydrate : render
  start(h(Awake, { element }, h(island, props)), element)
}

/** Effects run from the inside out: when this one does, the island listens. `data-awake` tells whoever waits for that. */
function Awake({ element, children }: { element: HTMLElement; children?: ComponentChildren }) {
  useEffect(() => {
    element.dataset['awake'] = ''
  }, [])
  return children
}

/** An island that no page has placed, for what happens seldom: it comes when it is needed. */
export function addIsland(name: string, props: object, load: IslandLoader): void {
  const element = document.createElement('cs-island')
  element.dataset['island'] = name
  element.dataset['props'] = JSON.stringify(props)
  document.body.append(element)
  hydrateIslands(document, load)
}
