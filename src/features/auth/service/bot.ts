import { hmacSha256, sameBytes, sha256 } from '#platform/crypto.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type BotMessage, codeIn, linkFields, unpackWaiting } from '../bot.ts'
import { invalidAuthentication } from '../problems.ts'
import { type Opened, signIn, type SignInSettings } from '../service.ts'
import { checkString } from '../widget.ts'

/** Another key than the widget's: a link that leaked cannot be posted as if the widget had sent it, past the cookie. */
function linkKey(botToken: string): Buffer {
  return sha256(`bot-link:${botToken}`)
}

/** What the bot answers to somebody who pressed Start, or null when there is nothing to say. */
export function replyTo(message: BotMessage, parts: { botToken: string; origin: string; now: Date }): string | null {
  const code = codeIn(message)
  if (code === null) return null
  const fields = linkFields(message, code, parts.now)
  const hash = hmacSha256(linkKey(parts.botToken), checkString(fields)).toString('hex')
  const query = new URLSearchParams({ ...mapStrings(fields), hash })
  return `כניסה ל־Codeshelf, בדפדפן שבו התחלת:\nSign in to Codeshelf, in the browser you started from:\n${parts.origin}/auth/bot/enter?${query}`
}

function mapStrings(fields: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}

/** Good once, for an hour, and only in the browser that asked: somebody else's link signs nobody in here. */
export async function enterByLink(
  ctx: Ctx,
  settings: SignInSettings,
  query: Record<string, string>,
  device: { userAgent: string; previousToken: string | null; waiting: string | undefined },
): Promise<Opened & { next: string }> {
  const waiting = unpackWaiting(device.waiting)
  const isSame = waiting && sameBytes(sha256(waiting.code), sha256(query['code'] ?? ''))
  if (!isSame || settings.botToken === null) throw invalidAuthentication()
  const opened = await signIn(ctx, settings, query, device, linkKey(settings.botToken))
  return { ...opened, next: waiting.next }
}
