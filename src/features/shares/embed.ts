import { type LineRange, rangeBetween } from '#features/viewer/line-range.ts'

/** `auto` follows the browser of the reader. */
export const EMBED_THEMES = ['auto', 'light', 'dark'] as const
export type EmbedTheme = (typeof EMBED_THEMES)[number]

/** Parses `7`, `3-9` and `L3-L9`, with or without `#`; reversed ends are swapped. Null for anything else. */
export function parseRange(text: string): LineRange | null {
  const match = /^#?L?(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(text)
  if (!match) return null
  const range = rangeBetween(Number(match[1]), Number(match[2] ?? match[1]))
  return range.from < 1 ? null : range
}

export function formatRange({ from, to }: LineRange): string {
  return from === to ? String(from) : `${from}-${to}`
}

/** Which part of a link an embed shows; `position` null is its first file, `range` null the whole file. */
export type EmbedPart = { token: string; position: number | null; range: LineRange | null }

export function embedPath({ token, position, range }: EmbedPart): string {
  const query = new URLSearchParams()
  if (position !== null) query.set('file', String(position))
  if (range) query.set('lines', formatRange(range))
  return `/shared/${token}/embed${query.size > 0 ? `?${query.toString()}` : ''}`
}

/** What a user pastes into another page. It contains only our address, the token and numbers, so nothing needs escaping. */
export function embedCode(origin: string, { token, position }: Omit<EmbedPart, 'range'>): string {
  const file = position === null ? '' : ` data-file="${position}"`
  return `<script async src="${origin}/embed.js" data-share="${token}"${file}></script>`
}

/** Sent by the frame to the page around it: the height of its content in pixels. */
export type HeightMessage = { type: typeof HEIGHT; height: number }
export const HEIGHT = 'codeshelf-embed-height'
/** A taller text is scrolled in its frame. */
const TALLEST = 20_000

/** The height of a message in exactly that form, else null: any page can send any message. */
export function readHeight(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('type' in data) || !('height' in data)) return null
  const { type, height } = data
  if (type !== HEIGHT || typeof height !== 'number' || !Number.isInteger(height) || height < 1) return null
  return Math.min(height, TALLEST)
}

/** What the frame may do, for browsers that apply the attribute before the headers arrive. The same words as in its policy. */
export const FRAME_SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'
