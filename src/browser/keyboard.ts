import { boundKeys, type KeyMap } from '#base/shortcuts.ts'

/**
 * One key or a sequence, by the place of the keys: `KeyG KeyF`, `Mod+KeyK`, `Shift+Slash`.
 * By place and not by letter, because with a Hebrew layout the key marked N yields מ and the shortcut would die.
 */
export type Shortcut = { keys: string; label: string; run: (event: KeyboardEvent) => void }

const SEQUENCE_MS = 1_000
/** Keys that this person gave to shortcuts instead of their own. */
let given: KeyMap = {}
const shortcuts = new Set<Shortcut>()
let pressed: string[] = []
let lastAt = 0

/** Adds a shortcut; the answer takes it away again. */
export function addShortcut(shortcut: Shortcut): () => void {
  shortcuts.add(shortcut)
  return () => shortcuts.delete(shortcut)
}

/** Everything that works on this page now, for the help, with the keys it has for this person. */
export function listShortcuts(): Shortcut[] {
  return [...shortcuts].map((shortcut) => ({ ...shortcut, keys: boundKeys(shortcut.keys, given) }))
}

/** From now on shortcuts have these keys. */
export function setKeys(map: KeyMap): void {
  given = map
}

/** The page brings them along. */
function readKeys(): KeyMap {
  return JSON.parse(document.body.dataset['keys'] ?? '{}') as KeyMap
}

export function listenForShortcuts(): void {
  setKeys(readKeys())
  document.addEventListener('keydown', (event) => {
    if (event.isComposing || event.repeat || event.defaultPrevented || isModifier(event)) return
    const key = nameOf(event)
    if (isTyping(event.target) && !key.startsWith('Mod+')) return
    pressed = event.timeStamp - lastAt > SEQUENCE_MS ? [key] : [...pressed, key].slice(-2)
    lastAt = event.timeStamp
    const hit = find(pressed.join(' ')) ?? find(key)
    if (!hit) return
    event.preventDefault()
    pressed = []
    hit.run(event)
  })
}

function find(keys: string): Shortcut | undefined {
  // The newest wins: a panel that is open may take a key from the page below it.
  return [...shortcuts].findLast((shortcut) => boundKeys(shortcut.keys, given) === keys)
}

/** What a key is called here; null while only Control, Shift and the like are held. */
export function keysOf(event: KeyboardEvent): string | null {
  return isModifier(event) ? null : nameOf(event)
}

function isModifier(event: KeyboardEvent): boolean {
  return ['Control', 'Meta', 'Alt', 'Shift'].includes(event.key)
}

function nameOf(event: KeyboardEvent): string {
  const mod = event.ctrlKey || event.metaKey ? 'Mod+' : ''
  const alt = event.altKey ? 'Alt+' : ''
  const shift = event.shiftKey ? 'Shift+' : ''
  return `${mod}${alt}${shift}${event.code}`
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || takesText(target.tagName, target.getAttribute('type'))
}

/** Whether letters that are pressed there belong to it. A tick box has no use for them; a list of choices has. */
export function takesText(tagName: string, type: string | null): boolean {
  if (tagName !== 'INPUT') return tagName === 'TEXTAREA' || tagName === 'SELECT'
  return !/^(checkbox|radio|button|submit|reset|image|range|color|file)$/i.test(type ?? 'text')
}

const SIGNS = {
  BracketLeft: '[',
  BracketRight: ']',
  Equal: '=',
  Minus: '-',
  Comma: ',',
  Period: '.',
  Semicolon: ';',
  Quote: "'",
  Backquote: '`',
  Backslash: '\\',
}
const NAMES: Record<string, string> = {
  Slash: '/',
  'Shift+Slash': '?',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ...SIGNS,
}

/** `Mod+KeyK` as people read it: `['Ctrl', 'K']`. */
export function keyLabels(keys: string): string[] {
  return keys.split(' ').flatMap((key) => {
    const named = NAMES[key]
    if (named !== undefined) return [named]
    return key.split('+').map((part) => NAMES[part] ?? part.replace('Mod', 'Ctrl').replace(/^(Key|Digit)/, ''))
  })
}
