import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { BotApi, Update } from '#platform/bot-api.ts'
import { type BotMessage, botReply } from '#features/auth/public.ts'

type Listening = { stop: () => Promise<void> }

type Parts = {
  api: BotApi
  botToken: string
  origin: string
  clock: () => Date
  log: Logger
  /** Two readers of one bot would take each other's messages: only the leader reads. */
  isLeading: () => boolean
}

const WAIT_SECONDS = 25
const AFTER_FAILURE_MS = 5_000
const WHILE_STANDING_BY_MS = 2_000
const GOODBYE_MS = 2_000

/** Polls the bot until it is stopped. */
export function listenToBot(parts: Parts): Listening {
  const stopping = new AbortController()
  const listening = listen(parts, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await listening
    },
  }
}

async function listen(parts: Parts, signal: AbortSignal): Promise<void> {
  const isStopped = () => signal.aborted
  let offset = 0
  while (!isStopped()) {
    if (!parts.isLeading()) {
      await pause(WHILE_STANDING_BY_MS, signal)
      continue
    }
    try {
      for (const update of await parts.api.getUpdates(offset, WAIT_SECONDS, signal)) {
        offset = update.update_id + 1
        await answer(parts, update)
      }
    } catch (error) {
      if (isStopped()) break
      parts.log.warn({ err: error }, 'polling the bot API failed')
      await pause(AFTER_FAILURE_MS, signal)
    }
  }
  await confirm(parts.api, offset)
}

/** Confirms the last updates, or the next reader would receive them again. */
async function confirm(api: BotApi, offset: number): Promise<void> {
  if (offset > 0) await api.getUpdates(offset, 0, AbortSignal.timeout(GOODBYE_MS)).catch(() => [])
}

/** A reply that cannot be sent must not block the next ones. */
async function answer({ api, botToken, origin, clock, log }: Parts, update: Update): Promise<void> {
  const message = asMessage(update)
  const reply = message && botReply(message, { botToken, origin, now: clock() })
  if (!reply) return
  await api
    .sendMessage(message.chatId, reply)
    .catch((error: unknown) => log.warn({ err: error }, 'sending the bot reply failed'))
}

function asMessage({ message }: Update): BotMessage | null {
  if (!message?.from || message.text === undefined) return null
  const { chat, from, text } = message
  return {
    chatId: chat.id,
    isPrivate: chat.type === 'private',
    from: { id: from.id },
    text,
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined)
}
