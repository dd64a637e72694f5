import { type ComponentType, h, hydrate, render } from 'preact'

/** An island module exports its component as `island`; the name is `feature/file`. */
export type IslandLoader = (name: string) => Promise<{ island: ComponentType<object> }>

/** Wakes every island of the page, each when its `data-when` says. A second call finds only new ones. */
export function hydrateIslands(root: ParentNode, load: IslandLoader): void {
  for (const element of root.querySelectorAll<HTMLElement>('cs-island:not([data-awake])')) {
    element.dataset['awake'] = ''
    schedule(element, () => wake(element, load))
  }
}

function schedule(element: HTMLElement, run: () => Promise<void>): void {
  const when = element.dataset['when']
  if (when === 'idle' && 'requestIdleCallback' in window) requestIdleCallback(() => void run())
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
  const { island } = await load(element.dataset['island'] ?? '')
  const props = JSON.parse(element.dataset['props'] ?? '{}') as object
  const start = element.firstChild ? hydrate : render
  start(h(island, props), element)
}

/** An island that no page has placed, for what happens seldom: it comes when it is needed. */
export function addIsland(name: string, props: object, load: IslandLoader): void {
  const element = document.createElement('cs-island')
  element.dataset['island'] = name
  element.dataset['props'] = JSON.stringify(props)
  document.body.append(element)
  hydrateIslands(document, load)
}
