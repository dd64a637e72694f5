import type { z } from 'zod'
import type { Env } from './env.ts'

/** Null: incoming alerts are rejected with the reason. */
export type AlertSettings = { webhookSecret: string | null }

export function alertSettings({ ALERTS_WEBHOOK_SECRET: secret }: z.output<typeof Env>): AlertSettings {
  // It is sent in the header of personal access tokens; a value with their prefix would be looked up as a token.
  if (secret?.startsWith('csk_'))
    throw new Error('Invalid environment\nALERTS_WEBHOOK_SECRET: must not look like a personal access token (csk_)')
  return { webhookSecret: secret ?? null }
}
