import { type ComponentChildren, type ComponentType, h, hydrate, render } from 'preact'
import { useEffect } from 'preact/hooks'
import { loadWhenOnline } from './when-online.ts'

/** What a module of an island exports as `island`. */
export type Island = ComponentType<object>

/** Loads an island by its name: `feature/file`. */
export type IslandLoader = (name: string) => Promise<Island>

const found = new WeakSet<Element>()

/**
 * Hydrates every island of the page, each according to its `data-when`. A second call finds only new ones. Ends when those live that do
 * not wait to be seen.
 */
export async function hydrateIslands(root: ParentNode, load: IslandLoader): Promise<void> {
  const asleep = Array.from(root.querySelectorAll<HTMLElement>('cs-island')).filter((element) => !found.has(element))
  asleep.forEach((element) => found.add(element))
  // One that fails does not keep the others from being used.
  await Promise.all(asleep.map((element) => schedule(element, () => wake(element, load)).catch(reportError)))
}

/** Fallback for a page that is never idle, or that the browser considers hidden. */
const IDLE = { timeout: 1_000 }

async function schedule(element: HTMLElement, run: () => Promise<void>): Promise<void> {
  const when = element.dataset['when']
  if (when === 'visible') return onceVisible(element, () => void run())
  if (when === 'idle' && 'requestIdleCallback' in window)
    await new Promise((resolve) => requestIdleCallback(resolve, IDLE))
  await run()
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
  // A task for each island: in one task all of them would block a slow phone.
  await new Promise((resolve) => setTimeout(resolve))
  const props = JSON.parse(element.dataset['props'] ?? '{}') as object
  const start = element.firstChild ? hydrate : render
  const { promise, resolve } = Promise.withResolvers<void>()
  start(h(Awake, { element, done: resolve }, h(island, props)), element)
  await promise
}

type AwakeProps = { element: HTMLElement; done: () => void; children?: ComponentChildren }

/** Effects run child first: when this one runs, the island is interactive. Tests wait for `data-awake`. */
function Awake({ element, done, children }: AwakeProps) {
  useEffect(() => {
    element.dataset['awake'] = ''
    done()
  }, [])
  return children
}

/** Loads and mounts an island that is not part of the page, for rare interactions. */
export function addIsland(name: string, props: object, load: IslandLoader): void {
  const element = document.createElement('cs-island')
  element.dataset['island'] = name
  element.dataset['props'] = JSON.stringify(props)
  document.body.append(element)
  void hydrateIslands(document, load)
}
