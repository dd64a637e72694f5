import type { AiSettings } from '../config/ai.ts'
import { PROTOCOLS, type Prompt } from './protocols.ts'

export type { Prompt }

/** Why there is no text. `status` is that of a response other than 2xx. */
export type AiFailure = { reason: 'timeout' | 'unreachable' | 'refused' | 'too_large' | 'malformed'; status: number }
export type AiResponse = { outcome: 'answered'; words: string } | ({ outcome: 'failed' } & AiFailure)

export type AiProvider = {
  name: 'openai' | 'anthropic'
  model: string
  /** Never throws. Concurrent calls with the same key share one request. */
  ask: (key: string, question: Prompt) => Promise<AiResponse>
}

/** Many times a good answer: an endless stream would otherwise exhaust the memory. */
const MAX_ANSWER_BYTES = 64 * 1024

/** Null when none is configured. The address comes from configuration alone; redirects are not followed. */
export function openAiProvider(settings: AiSettings): AiProvider | null {
  if (settings.via === 'off') return null
  const asking = new Map<string, Promise<AiResponse>>()
  return {
    name: settings.via,
    model: settings.model,
    ask: (key, question) => {
      const shared = asking.get(key)
      if (shared) return shared
      const answer = askNow(settings, question).finally(() => asking.delete(key))
      asking.set(key, answer)
      return answer
    },
  }
}

async function askNow(settings: Exclude<AiSettings, { via: 'off' }>, question: Prompt): Promise<AiResponse> {
  const protocol = PROTOCOLS[settings.via]
  try {
    const answer = await fetch(`${settings.baseUrl}${protocol.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...protocol.headers(settings.apiKey) },
      body: JSON.stringify(protocol.body(settings.model, question)),
      // A redirect would carry the question, and perhaps the key, to a host that was not configured.
      redirect: 'error',
      // The timeout covers the body too.
      signal: AbortSignal.timeout(settings.timeoutMs),
    })
    if (!answer.ok) return await refused(answer)
    const text = await bounded(answer)
    return text === null ? failed('too_large') : { outcome: 'answered', words: protocol.wordsIn(JSON.parse(text)) }
  } catch (error) {
    return failed(reasonOf(error))
  }
}

async function refused(answer: Response): Promise<AiResponse> {
  await answer.body?.cancel()
  return failed('refused', answer.status)
}

/** Null when the body exceeds the limit. */
async function bounded(answer: Response): Promise<string | null> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the rest of the body.
  for await (const piece of answer.body ?? []) {
    bytes += piece.byteLength
    if (bytes > MAX_ANSWER_BYTES) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function reasonOf(error: unknown): AiFailure['reason'] {
  if (!(error instanceof Error)) return 'unreachable'
  if (error.name === 'TimeoutError') return 'timeout'
  return error instanceof SyntaxError || error.name === 'ZodError' ? 'malformed' : 'unreachable'
}

function failed(reason: AiFailure['reason'], status = 0): AiResponse {
  return { outcome: 'failed', reason, status }
}
