/** Keys that a shortcut has by itself → keys that somebody gave it. */
export type KeyMap = Readonly<Record<string, string>>

const KEY =
  /^(?:Mod\+)?(?:Alt\+)?(?:Shift\+)?(?:Key[A-Z]|Digit\d|F\d{1,2}|Arrow(?:Up|Down|Left|Right)|Slash|Backslash|Period|Comma|Semicolon|Quote|Backquote|Minus|Equal|BracketLeft|BracketRight|Home|End|PageUp|PageDown|Insert)$/

/** One key or two after each other, by their place on the keyboard. Escape, Tab, Enter and Space keep their meaning. */
export function isKeys(text: string): boolean {
  const keys = text.split(' ')
  return keys.length <= 2 && keys.every((key) => KEY.test(key))
}

export function boundKeys(keys: string, given: KeyMap): string {
  return given[keys] ?? keys
}

/** Two are in each other's way when they are equal, or one is pressed on the way to the other. */
export function areInTheWay(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `)
}

/** The shortcut (by its own keys) that these keys would collide with if `own` had them; null when they are free. */
export function clashOf(own: string, keys: string, all: readonly string[], given: KeyMap): string | null {
  return all.find((other) => other !== own && areInTheWay(keys, boundKeys(other, given))) ?? null
}
