import { boundKeys, type KeyMap } from '#base/shortcuts.ts'

/**
 * One key or a sequence, by physical key position: `KeyG KeyF`, `Mod+KeyK`, `Shift+Slash`.
 * By position and not by letter, because with a Hebrew layout the key marked N yields מ and the shortcut would not match.
 */
export type Shortcut = {
  keys: string
  label: string
  run: (event: KeyboardEvent) => void
  /** Used only while nothing else on the page has these keys. */
  isFallback?: true
}

const SEQUENCE_MS = 1_000
/** Keys that this user chose instead of the defaults. */
let given: KeyMap = {}
const shortcuts = new Set<Shortcut>()
let pressed: string[] = []
let lastAt = 0
/** What was pressed before the islands live: its shortcut may still be loading. Null once they live. */
let early: KeyboardEvent[] | null = null

/** Adds a shortcut; returns the function that removes it. */
export function addShortcut(shortcut: Shortcut): () => void {
  shortcuts.add(shortcut)
  return () => shortcuts.delete(shortcut)
}

/** All active shortcuts with this user's keys, for the help. */
export function listShortcuts(): Shortcut[] {
  return [...shortcuts].map((shortcut) => ({ ...shortcut, keys: boundKeys(shortcut.keys, given) }))
}

/** Replaces the user's custom keys. */
export function setCustomKeys(map: KeyMap): void {
  given = map
}

/** The page embeds them. */
function readKeys(): KeyMap {
  return JSON.parse(document.body.dataset['keys'] ?? '{}') as KeyMap
}

export function listenForShortcuts(): void {
  setCustomKeys(readKeys())
  document.addEventListener('keydown', (event) => {
    if (event.isComposing || event.repeat || event.defaultPrevented || isModifier(event)) return
    // A shortcut prevents the default action, and this Escape is the browser's: it closes the menu.
    if (event.key === 'Escape' && isMenuOpen()) return
    const key = nameOf(event)
    if (isTyping(event.target) && (!key.startsWith('Mod+') || isTextUndo(event))) return
    press(event)
  })
}

/** Holds letters that have no shortcut yet, and those after them. Returns how to stop, and to press them again. */
export function holdKeys(): () => void {
  early = []
  return () => {
    const held = early ?? []
    early = null
    pressed = []
    for (const event of held) {
      const { target } = event
      // A shortcut before it opened a text field: it was typed for that.
      if (isTyping(document.activeElement) && document.activeElement !== target) return
      const again = new KeyboardEvent('keydown', event)
      const isHere = target instanceof Node && target.isConnected
      ;(isHere ? target : document.body).dispatchEvent(again)
    }
  }
}

function press(event: KeyboardEvent): void {
  // In order: the second key of `]n` must not begin a note while the script of the first is loading.
  if (early && early.length > 0) return hold(early, event)
  const key = nameOf(event)
  pressed = event.timeStamp - lastAt > SEQUENCE_MS ? [key] : [...pressed, key].slice(-2)
  lastAt = event.timeStamp
  const hit = find(pressed.join(' ')) ?? find(key)
  if (!hit) return early ? hold(early, event) : undefined
  event.preventDefault()
  pressed = []
  hit.run(event)
}

/** On these, browsers open a search of their own. */
const SEARCH_KEYS = ['Mod+KeyK', 'Slash']

function hold(held: KeyboardEvent[], event: KeyboardEvent): void {
  if (!/^(Key|Digit|Bracket|Slash)/.test(event.code)) return
  if (SEARCH_KEYS.some((keys) => boundKeys(keys, given) === nameOf(event))) event.preventDefault()
  held.push(event)
}

/** Whether a menu is open that the browser closes by Escape. */
export function isMenuOpen(): boolean {
  return document.querySelector('[popover=auto]:popover-open') !== null
}

function find(keys: string): Shortcut | undefined {
  // The newest wins: an open panel may override a key of the page below it.
  const hits = [...shortcuts].filter((shortcut) => boundKeys(shortcut.keys, given) === keys)
  return hits.findLast(({ isFallback }) => !isFallback) ?? hits.at(-1)
}

/** The key in this notation; null while only modifiers are held. */
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

export function isTyping(target: EventTarget | null): boolean {
  // A field of a dialog that just closed keeps the focus until the next frame; keys pressed before it are shortcuts.
  if (!(target instanceof HTMLElement) || !target.checkVisibility()) return false
  return target.isContentEditable || isTextInput(target.tagName, target.getAttribute('type'))
}

/** A text field has its own undo and redo; a shortcut with these keys must not intercept them. */
function isTextUndo({ code }: KeyboardEvent): boolean {
  return code === 'KeyZ' || code === 'KeyY'
}

/** Whether typed letters belong to this element. A checkbox does not use them; a select does. */
export function isTextInput(tagName: string, type: string | null): boolean {
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

/** `Mod+KeyK` for display: `['Ctrl', 'K']`. */
export function keyLabels(keys: string): string[] {
  return keys.split(' ').flatMap((key) => {
    const named = NAMES[key]
    if (named !== undefined) return [named]
    return key.split('+').map((part) => NAMES[part] ?? part.replace('Mod', 'Ctrl').replace(/^(Key|Digit)/, ''))
  })
}
