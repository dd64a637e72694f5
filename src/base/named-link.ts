import { foldForSearch } from './fold.ts'
import { charLength } from './text.ts'

/** `[[name]]`, `[[name#part]]` or `[[name|words]]` in a text. `part`: a heading, a symbol or a line. `end`: where the text goes on. */
export type NamedLink = { name: string; part: string | null; words: string | null; end: number }

/** Longer names are ordinary text. */
export const MAX_LINK_NAME_CHARS = 500
/** A link with its part and its words. Looking no further keeps a text of nothing but brackets linear. */
const MAX_LINK_CHARS = 1_200

const LINK = /^\[\[([^[\]|#\n\r]+)(?:#([^[\]|\n\r]*))?(?:\|([^[\]\n\r]*))?\]\]/

/** The link that begins here, if one does. `[[name]](address)` is an ordinary link of Markdown whose words are in brackets. */
export function readNamedLink(text: string, at: number, until = text.length): NamedLink | null {
  if (text.charCodeAt(at) !== BRACKET || text.charCodeAt(at + 1) !== BRACKET) return null
  const match = LINK.exec(text.slice(at, Math.min(until, at + MAX_LINK_CHARS)))
  const name = spaced(match?.[1] ?? '')
  if (!match || text[at + match[0].length] === '(') return null
  if (!isLinkKey(linkKey(name)) || charLength(name) > MAX_LINK_NAME_CHARS) return null
  return {
    name,
    part: spaced(match[2] ?? '') || null,
    words: spaced(match[3] ?? '') || null,
    end: at + match[0].length,
  }
}

const BRACKET = 0x5b

function spaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Marks of direction, which people cannot see and copy by accident. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Two names with the same key mean the same thing. */
export function linkKey(name: string): string {
  return foldForSearch(spaced(name.replaceAll(DIRECTION_MARKS, '')))
}

/** Composing characters may make a name longer; an index of PostgreSQL has room for 2,700 bytes. */
const MAX_KEY_UNITS = 700

export function isLinkKey(key: string): boolean {
  return key !== '' && key.length <= MAX_KEY_UNITS
}

/** Where a link that is written so begins before the caret, and what was typed of its name; null when the caret is in none. */
export function openLinkAt(text: string, caret: number): { from: number; typed: string } | null {
  const line = text.slice(Math.max(0, caret - MAX_LINK_NAME_CHARS), caret)
  const typed = /\[\[([^[\]|#\n\r]*)$/.exec(line)?.[1]
  return typed === undefined ? null : { from: caret - typed.length, typed }
}

/** The name as it is written between brackets; null when it has characters that would end it. */
export function writeNamedLink(name: string, part: string | null = null): string | null {
  const isWritable = !/[[\]|#\n\r]/.test(name) && (part === null || !/[[\]|\n\r]/.test(part))
  if (!isWritable || !isLinkKey(linkKey(name))) return null
  return part === null ? `[[${name}]]` : `[[${name}#${part}]]`
}
