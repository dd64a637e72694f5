import { type ComponentChildren, type ComponentType, h, hydrate, render } from 'preact'
import { useEffect } from 'preact/hooks'
import { loadWhenOnline } from './when-online.ts'

/** What a module of an island exports as `island`. */
export type Island = ComponentType<object>

/** Loads an island by its name: `feature/file`. */
export type IslandLoader = (name: string) => Promise<Island>

const found = new WeakSet<Element>()

/** Hydrates every island of the page, each according to its `data-when`. A second call finds only new ones. */
export function hydrateIslands(root: ParentNode, load: IslandLoader): void {
  for (const element of root.querySelectorAll<HTMLElement>('cs-island')) {
    if (found.has(element)) continue
    found.add(element)
    schedule(element, () => wake(element, load))
  }
}

/** Fallback for a page that is never idle, or that the browser considers hidden. */
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
  const island = await loadWhenOnline(() => load(element.dataset['island'] ?? ''))
  const props = JSON.parse(element.dataset['props'] ?? '{}') as object
  const start = element.firstChild ? hydrate : render
  start(h(Awake, { element }, h(island, props)), element)
}

/** Effects run child first: when this one runs, the island is interactive. Tests wait for `data-awake`. */
function Awake({ element, children }: { element: HTMLElement; children?: ComponentChildren }) {
  useEffect(() => {
    element.dataset['awake'] = ''
  }, [])
  return children
}

/** Loads and mounts an island that is not part of the page, for rare interactions. */
export function addIsland(name: string, props: object, load: IslandLoader): void {
  const element = document.createElement('cs-island')
  element.dataset['island'] = name
  element.dataset['props'] = JSON.stringify(props)
  document.body.append(element)
  hydrateIslands(document, load)
}
