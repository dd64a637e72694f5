import type { z } from 'zod'
import type { Env } from './env.ts'

/** `off`: alerts are explained by rules alone, and the reply states it. */
export type AiSettings =
  | { via: 'off' }
  | { via: 'openai' | 'anthropic'; baseUrl: string; model: string; apiKey: string | null; timeoutMs: number }

/** As the providers' own libraries write it: one has the version in the host part, the other in the path. */
const USUAL = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com' } as const

export function aiSettings(env: z.output<typeof Env>): AiSettings {
  const via = env.AI_PROVIDER
  if (via === undefined) return { via: 'off' }
  if (env.AI_MODEL === undefined) throw new Error('Invalid environment\nAI_MODEL: required with AI_PROVIDER')
  return {
    via,
    baseUrl: (env.AI_BASE_URL ?? USUAL[via]).replace(/\/+$/, ''),
    model: env.AI_MODEL,
    apiKey: env.AI_API_KEY ?? null,
    timeoutMs: env.AI_TIMEOUT_SECONDS * 1000,
  }
}
