import '#ui/styles/index.css'
import './feature-styles.ts'
import { forgetBegun } from '#browser/begun-storage.ts'
import { listenForFolderTree } from '#browser/folder-tree.ts'
import { addIsland, hydrateIslands, type Island, type IslandLoader } from '#browser/hydrate.ts'
import { listenForShortcuts } from '#browser/keyboard.ts'
import { dropLateFonts } from '#browser/late-fonts.ts'
import { listenForMenuKeys } from '#browser/menu-keys.ts'
import { enableNoteShortcut } from '#browser/note-request.ts'
import { forgetOpened, recordOpened } from '#browser/opened.ts'
import { reloadWhenRestored } from '#browser/page-life.ts'
import { onReminderSet } from '#browser/remind.ts'
import { registerServiceWorker } from '#browser/service-worker.ts'
import { askingMessages } from '#features/notes/messages/asking.ts'

/** On every page of a signed-in user, so they are part of this script. */
const everyPage = import.meta.glob<Island>(
  [
    '../features/notes/islands/unsent.tsx',
    '../features/reminders/islands/bell.tsx',
    '../features/shell/islands/keys.tsx',
  ],
  { eager: true, import: 'island' },
)

/** The two pages that are opened most load their islands with one request. */
const filePage = () => import('./file-page.ts')
const listPage = () => import('./list-page.ts')
const pages: Readonly<Record<string, typeof filePage | typeof listPage>> = {
  'files/filter': listPage,
  'files/list': listPage,
  'notes/notes': filePage,
  'viewer/about': filePage,
  'viewer/details': filePage,
  'viewer/reader': filePage,
}

/** Every other island has a script of its own. */
const others = import.meta.glob<Island>(
  [
    '../features/*/islands/*.tsx',
    '!../features/{notes/islands/{notes,unsent},reminders/islands/bell,shell/islands/keys}.tsx',
    '!../features/{files/islands/{filter,list},viewer/islands/{about,details,reader}}.tsx',
  ],
  { import: 'island' },
)

const loadIsland: IslandLoader = async (name) => {
  const [feature, file] = name.split('/')
  const path = `../features/${feature}/islands/${file}.tsx`
  const island = everyPage[path] ?? (await pages[name]?.())?.islands[path] ?? (await others[path]?.())
  if (!island) throw new Error(`There is no island ${name}`)
  return island
}

// Before anything asks for the layout.
dropLateFonts()
listenForShortcuts()
listenForMenuKeys()
listenForFolderTree()
reloadWhenRestored()
// An empty file has no line for a note.
if (document.querySelector('[data-island="notes/notes"]') && document.querySelector('#code, #prose, .editor-view'))
  enableNoteShortcut(askingMessages(document.documentElement.lang === 'he' ? 'he' : 'en'))
hydrateIslands(document, loadIsland)

// Only signed-in users have the bell.
if (document.querySelector('[data-bell]')) {
  recordOpened()
  if (document.querySelector('[data-confirms]'))
    addIsland('auth/confirm', { locale: document.documentElement.lang }, loadIsland)
  addEventListener('load', () => void registerServiceWorker())
  const stop = onReminderSet(() => {
    stop()
    addIsland('push/ask', { locale: document.documentElement.lang }, loadIsland)
  })
} else {
  forgetOpened()
  forgetBegun()
}
