/** The accepted spellings: a hex value is stored as its id. The visible colours are in `ui/styles/note-colors.css`. */
export const COLORS = {
  yellow: '#fff3a3',
  pink: '#ffd1dc',
  green: '#c9f0c9',
  blue: '#c7e2ff',
  purple: '#e2d2ff',
  orange: '#ffd9b0',
  gray: '#e3e5e8',
} as const

export type ColorId = keyof typeof COLORS

export const COLOR_IDS: readonly ColorId[] = ['yellow', 'pink', 'green', 'blue', 'purple', 'orange', 'gray']

/** The id of a colour however it is spelled; null for a neighbouring shade or anything else. */
export function parseColor(text: string): ColorId | null {
  const spelled = text
    .trim()
    .toLowerCase()
    .replace(/^grey$/, 'gray')
  return COLOR_IDS.find((id) => id === spelled || COLORS[id] === spelled || COLORS[id] === `#${spelled}`) ?? null
}
