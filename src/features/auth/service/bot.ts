import { hmacSha256, sameBytes, sha256 } from '#platform/crypto.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type BotMessage, codeIn, linkFields, linkText, parseLink, unpackWaiting } from '../bot.ts'
import { invalidAuthentication } from '../problems.ts'
import { isFresh } from '../widget.ts'
import { type MessengerSettings, openSession } from './messenger.ts'
import type { Device, OpenedSession } from './sessions.ts'

/** Uses another key than the widget, so that a leaked link cannot be posted as widget data, which needs no cookie. */
function linkKey(botToken: string): Buffer {
  return sha256(`bot-link:${botToken}`)
}

/** The bot's reply to /start, or null when it does not reply. */
export function botReply(message: BotMessage, parts: { botToken: string; origin: string; now: Date }): string | null {
  const code = codeIn(message)
  if (code === null) return null
  const fields = linkFields(message, code, parts.now)
  const hash = hmacSha256(linkKey(parts.botToken), linkText(parts.origin, fields)).toString('hex')
  const query = new URLSearchParams({ ...fields, hash })
  return `כניסה ל־Codeshelf, בדפדפן שבו התחלת:\nSign in to Codeshelf, in the browser you started from:\n${parts.origin}/auth/bot/enter?${query}`
}

type LinkDevice = Device & { waiting: string | undefined; placeholderName: string }

/** Valid once, for an hour, and only in the browser that requested it, so that a link sent by an attacker signs no one in. */
export async function signInByLink(
  ctx: Ctx,
  settings: MessengerSettings & { origin: string },
  query: Record<string, unknown>,
  device: LinkDevice,
): Promise<OpenedSession & { next: string }> {
  const { botToken, origin } = settings
  const waiting = unpackWaiting(device.waiting)
  const link = parseLink(query)
  if (!waiting || !link || botToken === null) throw invalidAuthentication()
  const isSameBrowser = sameBytes(sha256(waiting.code), sha256(link.code))
  const expected = hmacSha256(linkKey(botToken), linkText(origin, link))
  const isSigned = sameBytes(expected, Buffer.from(link.claim.hash, 'hex'))
  if (!isSameBrowser || !isSigned || !isFresh(link.claim.authDate, ctx.now)) throw invalidAuthentication()
  const name = { firstName: device.placeholderName, isPlaceholder: true }
  const opened = await openSession(ctx, settings, { ...link.claim, ...name }, device)
  return { ...opened, next: waiting.next }
}
