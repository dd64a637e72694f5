/** Default keys of a shortcut → keys that a user chose. */
export type KeyMap = Readonly<Record<string, string>>

const KEY =
  /^(?:Mod\+)?(?:Alt\+)?(?:Shift\+)?(?:Key[A-Z]|Digit\d|F\d{1,2}|Arrow(?:Up|Down|Left|Right)|Slash|Backslash|Period|Comma|Semicolon|Quote|Backquote|Minus|Equal|BracketLeft|BracketRight|Home|End|PageUp|PageDown|Insert)$/

/** One key or a sequence of two, by physical position. Escape, Tab, Enter and Space keep their meaning. */
export function isKeySequence(text: string): boolean {
  const keys = text.split(' ')
  return keys.length <= 2 && keys.every((key) => KEY.test(key))
}

export function boundKeys(keys: string, given: KeyMap): string {
  return given[keys] ?? keys
}

/** Two clash when they are equal, or one is a prefix of the other. */
export function areConflicting(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `)
}

/** The shortcut (by its default keys) that these keys would clash with if `own` had them; null when they are free. */
export function findConflict(own: string, keys: string, all: readonly string[], given: KeyMap): string | null {
  return all.find((other) => other !== own && areConflicting(keys, boundKeys(other, given))) ?? null
}
