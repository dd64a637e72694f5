import type { AiSettings } from '../config/ai.ts'
import { PROTOCOLS, type Question } from './protocols.ts'

export type { Question }

/** Why there are no words; `status` of an answer that was not 2xx. */
export type AiFailure = { reason: 'timeout' | 'unreachable' | 'refused' | 'too_large' | 'malformed'; status: number }
export type AiAnswer = { outcome: 'answered'; words: string } | ({ outcome: 'failed' } & AiFailure)

export type AiProvider = {
  name: 'openai' | 'anthropic'
  model: string
  /** Never throws. Whoever asks the same while it is being asked waits for that answer. */
  ask: (key: string, question: Question) => Promise<AiAnswer>
}

/** Many times a good answer; a stream without end would otherwise fill the memory. */
const MAX_ANSWER_BYTES = 64 * 1024

/** Null: none is configured. The address comes from configuration alone, and is not left for another one. */
export function openAiProvider(settings: AiSettings): AiProvider | null {
  if (settings.via === 'off') return null
  const asking = new Map<string, Promise<AiAnswer>>()
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

async function askNow(settings: Exclude<AiSettings, { via: 'off' }>, question: Question): Promise<AiAnswer> {
  const protocol = PROTOCOLS[settings.via]
  try {
    const answer = await fetch(`${settings.baseUrl}${protocol.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...protocol.headers(settings.apiKey) },
      body: JSON.stringify(protocol.body(settings.model, question)),
      // A redirect would carry the question, and perhaps the key, to somebody whom nobody configured.
      redirect: 'error',
      // Covers the body too.
      signal: AbortSignal.timeout(settings.timeoutMs),
    })
    if (!answer.ok) return await refused(answer)
    const text = await bounded(answer)
    return text === null ? failed('too_large') : { outcome: 'answered', words: protocol.wordsIn(JSON.parse(text)) }
  } catch (error) {
    return failed(reasonOf(error))
  }
}

async function refused(answer: Response): Promise<AiAnswer> {
  await answer.body?.cancel()
  return failed('refused', answer.status)
}

/** Null when there is more than an answer can be. */
async function bounded(answer: Response): Promise<string | null> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the rest of it.
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

function failed(reason: AiFailure['reason'], status = 0): AiAnswer {
  return { outcome: 'failed', reason, status }
}
