import '#ui/styles/index.css'
import './feature-styles.ts'
import type { ComponentType } from 'preact'
import { addIsland, hydrateIslands, type IslandLoader } from '#browser/hydrate.ts'
import { listenForShortcuts } from '#browser/keyboard.ts'
import { onReminderSet } from '#browser/remind.ts'
import { startWorker } from '#browser/service-worker.ts'

const modules = import.meta.glob<{ island: ComponentType<object> }>('../features/*/islands/*.tsx')

const loadIsland: IslandLoader = async (name) => {
  const [feature, file] = name.split('/')
  const load = modules[`../features/${feature}/islands/${file}.tsx`]
  if (!load) throw new Error(`There is no island ${name}`)
  return load()
}

listenForShortcuts()
hydrateIslands(document, loadIsland)

// The bell is there for somebody signed in, and a visitor has nothing to be reminded of.
if (document.querySelector('[data-bell]')) {
  addEventListener('load', () => void startWorker())
  const stop = onReminderSet(() => {
    stop()
    addIsland('push/ask', { locale: document.documentElement.lang }, loadIsland)
  })
}
