import { z } from 'zod'

/** The messenger's HTTP API for bots. A library for two calls would be a dependency to maintain. */
export type BotApi = {
  /** Long polling: waits up to `seconds` for updates after `offset`. A higher offset confirms the earlier updates. */
  getUpdates: (offset: number, seconds: number, signal: AbortSignal) => Promise<Update[]>
  sendMessage: (chatId: number, text: string) => Promise<void>
}

const UpdateSchema = z.object({
  update_id: z.int(),
  message: z
    .object({
      text: z.string().optional(),
      chat: z.object({ id: z.int(), type: z.string() }),
      from: z.object({ id: z.int() }).optional(),
    })
    .optional(),
})
export type Update = z.output<typeof UpdateSchema>

const Answer = z.object({ ok: z.literal(true), result: z.unknown() })

/** Longer than the longest poll. */
const PATIENCE_MS = 40_000

export function openBotApi(url: string, token: string): BotApi {
  const call = async (method: string, body: object, signal?: AbortSignal): Promise<unknown> => {
    const patience = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(`${url}/bot${token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    })
    // The URL holds the token: the error may name only the method and the status.
    if (!answer.ok) throw new Error(`The messenger answered ${answer.status} to ${method}`)
    return Answer.parse(await answer.json()).result
  }
  return {
    getUpdates: async (offset, seconds, signal) =>
      z
        .array(UpdateSchema)
        .parse(await call('getUpdates', { offset, timeout: seconds, allowed_updates: ['message'] }, signal)),
    sendMessage: async (chatId, text) => {
      await call('sendMessage', { chat_id: chatId, text, link_preview_options: { is_disabled: true } })
    },
  }
}
