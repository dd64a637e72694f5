import '#ui/styles/index.css'
import './feature-styles.ts'
import { forgetBegun } from '#browser/begun-storage.ts'
import { holdPresses } from '#browser/early-presses.ts'
import { afterPaint, onFirstTouch } from '#browser/first-touch.ts'
import { listenForFolderTree } from '#browser/folder-tree.ts'
import { holdKeys, listenForShortcuts } from '#browser/keyboard.ts'
import { dropLateFonts } from '#browser/late-fonts.ts'
import { listenForMenuKeys } from '#browser/menu-keys.ts'
import { enableNoteShortcut } from '#browser/note-request.ts'
import { forgetOpened, recordOpened } from '#browser/opened.ts'
import { reloadWhenRestored } from '#browser/page-life.ts'
import { registerServiceWorker } from '#browser/service-worker.ts'
import { pause } from '#browser/sleep.ts'
import { loadWhenOnline } from '#browser/when-online.ts'
import { askingMessages } from '#features/notes/messages/asking.ts'

// Before anything asks for the layout.
dropLateFonts()
listenForShortcuts()
listenForMenuKeys()
listenForFolderTree()
reloadWhenRestored()
// An empty file has no line for a note.
if (document.querySelector('[data-island="notes/notes"]') && document.querySelector('#code, #prose, .editor-view'))
  enableNoteShortcut(askingMessages(document.documentElement.lang === 'he' ? 'he' : 'en'))

// Only signed-in users have the bell.
if (document.querySelector('[data-bell]')) {
  recordOpened()
  addEventListener('load', () => void registerServiceWorker())
} else {
  forgetOpened()
  forgetBegun()
}

const replays = [holdKeys(), holdPresses()]
if (needsScript()) afterPaint(() => void wake())
else onFirstTouch(() => void wake())

/** Islands that show nothing useful before they live, and addresses that a script goes to. */
function needsScript(): boolean {
  const isSpecial = location.hash.includes('-') || new URLSearchParams(location.search).has('note')
  return isSpecial || document.querySelector('cs-island:not([data-when="touch"], [data-when="visible"])') !== null
}

/** Longer than any script should take. What is pressed then does what it does without script, rather than nothing. */
const ASLEEP_MS = 10_000

async function wake(): Promise<void> {
  preloadIslands()
  const waking = loadWhenOnline(() => import('./islands.ts')).then(({ wakeIslands }) => wakeIslands())
  await Promise.race([waking, pause(ASLEEP_MS)]).finally(() => replays.forEach((replay) => replay()))
}

/** All their files at once: each would else be found only in the one before. */
function preloadIslands(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="islands"]')
  for (const href of meta?.content.split(' ') ?? []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
    link.href = href
    document.head.append(link)
  }
}
