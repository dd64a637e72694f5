import { firstNotesReplaced } from '#browser/first-notes.ts'
import { addIsland, hydrateIslands, type Island, type IslandLoader } from '#browser/hydrate.ts'
import { onReminderSet } from '#browser/remind.ts'

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

/** Ends when every island lives that does not wait to be seen, and the margin has replaced the notes of the first HTML. */
export async function wakeIslands(): Promise<void> {
  const locale = document.documentElement.lang
  const waking = hydrateIslands(document, loadIsland)
  // Only signed-in users have the bell.
  if (document.querySelector('[data-bell]')) {
    if (document.querySelector('[data-confirms]')) addIsland('auth/confirm', { locale }, loadIsland)
    const stop = onReminderSet(() => {
      stop()
      addIsland('push/ask', { locale }, loadIsland)
    })
  }
  await waking
  if (document.querySelector('.notes-first')) await firstNotesReplaced
}
