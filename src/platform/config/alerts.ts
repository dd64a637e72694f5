import type { z } from 'zod'
import type { Env } from './env.ts'

/** Null: alerts are refused, and the refusal says why. */
export type AlertIntake = { webhookSecret: string | null }

export function alertIntake({ ALERTS_WEBHOOK_SECRET: secret }: z.output<typeof Env>): AlertIntake {
  // It travels in the header of personal access tokens; one that looks like them would be looked up as one.
  if (secret?.startsWith('csk_'))
    throw new Error('Invalid environment\nALERTS_WEBHOOK_SECRET: must not look like a personal access token (csk_)')
  return { webhookSecret: secret ?? null }
}
