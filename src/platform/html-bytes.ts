import type { HtmlBytes } from '#base/html-slot.ts'
import { htmlSlot } from '#base/html-slot.ts'
import { sha256 } from './crypto.ts'

/** For worker threads: hashing ten megabytes takes longer than a request may block the event loop. */
export function toHtmlBytes(html: string): HtmlBytes {
  const bytes = Buffer.from(html)
  return { bytes, digest: sha256(bytes).toString('hex') }
}

/** No text of a user looks like it: `<` is escaped wherever a page shows one. */
const SLOT = /(<!--[0-9a-f]{64}-->)/

/** The page with the bytes of every part in its slot. */
export function fillHtmlSlots(html: string, parts: readonly HtmlBytes[]): Buffer {
  const bySlot = new Map(parts.map((part) => [htmlSlot(part), part.bytes]))
  // Split keeps what the group matches: texts and slots take turns.
  return Buffer.concat(html.split(SLOT).map((piece) => bySlot.get(piece) ?? Buffer.from(piece)))
}
