import '#ui/styles/index.css'
import './feature-styles.ts'
import type { ComponentType } from 'preact'
import { addIsland, hydrateIslands, type IslandLoader } from '#browser/hydrate.ts'
import { listenForShortcuts } from '#browser/keyboard.ts'
import { enableNoteShortcut } from '#browser/note-request.ts'
import { reloadWhenRestored } from '#browser/page-life.ts'
import { onReminderSet } from '#browser/remind.ts'
import { registerServiceWorker } from '#browser/service-worker.ts'
import { askingMessages } from '#features/notes/messages/asking.ts'

const modules = import.meta.glob<{ island: ComponentType<object> }>('../features/*/islands/*.tsx')

const loadIsland: IslandLoader = async (name) => {
  const [feature, file] = name.split('/')
  const load = modules[`../features/${feature}/islands/${file}.tsx`]
  if (!load) throw new Error(`There is no island ${name}`)
  return load()
}

listenForShortcuts()
reloadWhenRestored()
// An empty file has no line for a note.
if (document.querySelector('[data-island="notes/notes"]') && document.querySelector('#code, #prose'))
  enableNoteShortcut(askingMessages(document.documentElement.lang === 'he' ? 'he' : 'en'))
hydrateIslands(document, loadIsland)

// Only signed-in users have reminders.
if (document.querySelector('[data-bell]')) {
  addEventListener('load', () => void registerServiceWorker())
  const stop = onReminderSet(() => {
    stop()
    addIsland('push/ask', { locale: document.documentElement.lang }, loadIsland)
  })
}
