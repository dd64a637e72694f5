import { type Claim, parseClaim } from './widget.ts'

/** The fields of a messenger update that sign-in reads. */
export type BotMessage = { chatId: number; isPrivate: boolean; from: { id: number }; text: string }

const START = /^\/start ([\w-]{43})$/

/** Parses the code of a waiting browser; null for any other message. */
export function codeIn({ text, isPrivate }: BotMessage): string | null {
  return isPrivate ? (START.exec(text.trim())?.[1] ?? null) : null
}

/** The query of the sign-in link, without its hash. It carries no name, which would be personal data in a URL. */
export type LinkFields = { id: string; auth_date: string; code: string }

export function linkFields({ from }: BotMessage, code: string, now: Date): LinkFields {
  return { id: String(from.id), auth_date: String(Math.floor(now.getTime() / 1000)), code }
}

/** The text that the bot signs: a JSON array of exactly five strings, so that no two sets of fields share a text. */
export function linkText(origin: string, { id, auth_date, code }: LinkFields): string {
  return JSON.stringify(['codeshelf-sign-in-link', origin, id, auth_date, code])
}

/** Parses the fields of the link; null when one is missing, repeated or unknown. */
export function parseLink(query: Record<string, unknown>): (LinkFields & { claim: Claim }) | null {
  const { id, auth_date, code, hash, ...others } = query
  if (Object.keys(others).length > 0) return null
  if (typeof id !== 'string' || typeof auth_date !== 'string' || typeof code !== 'string' || typeof hash !== 'string')
    return null
  const claim = parseClaim({ id, auth_date, hash })
  return claim && { id, auth_date, code, claim }
}

/** The cookie of the waiting browser: its code, and the path to continue to. */
export const BOT_COOKIE_SECONDS = 900

export function packWaiting(code: string, next: string): string {
  return `${code}.${next}`
}

export function unpackWaiting(cookie: string | undefined): { code: string; next: string } | null {
  const [, code, next] = /^([\w-]{43})\.(\/.*)$/s.exec(cookie ?? '') ?? []
  return code === undefined || next === undefined ? null : { code, next }
}
