import type { WidgetData } from './widget.ts'

/** What the messenger tells a bot, as far as sign-in listens. */
export type BotMessage = { chatId: number; isPrivate: boolean; from: { id: number; firstName: string }; text: string }

const START = /^\/start ([\w-]{43})$/

/** The code of a browser that waits, or null for anything else that people write to a bot. */
export function codeIn({ text, isPrivate }: BotMessage): string | null {
  return isPrivate ? (START.exec(text.trim())?.[1] ?? null) : null
}

/** What the link back says: the fields of the widget, and which browser asked. */
export function linkFields({ from }: BotMessage, code: string, now: Date): WidgetData {
  return { id: from.id, first_name: from.firstName, auth_date: Math.floor(now.getTime() / 1000), code }
}

/** Kept by the browser that asks: its code, and where it wanted to go. */
export const BOT_COOKIE = 'bot_login'
export const BOT_COOKIE_SECONDS = 900

export function packWaiting(code: string, next: string): string {
  return `${code}.${next}`
}

export function unpackWaiting(cookie: string | undefined): { code: string; next: string } | null {
  const [, code, next] = /^([\w-]{43})\.(\/.*)$/s.exec(cookie ?? '') ?? []
  return code === undefined || next === undefined ? null : { code, next }
}
