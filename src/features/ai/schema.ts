import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import { type Explanation, SECTIONS } from './explanation.ts'

/** 20,000 escaped characters of context, with a margin so that a longer one still gets its own error. */
export const EXPLAIN_BODY_BYTES = 256 * 1024

const object = z.record(z.string(), z.unknown())
export const AlertBody = z.strictObject({ alert: object })
export const ContextBody = z.strictObject({
  context: z.union([object, z.string().min(1)]),
  expected_sections: z.array(z.enum(SECTIONS)).min(1).max(SECTIONS.length).optional(),
})

export const ExplainReply = z.object({
  ok: z.literal(true),
  explanation: z.object({
    root_cause: z.string(),
    actions: z.array(z.string()),
    signals: z.array(z.string()),
    provider: z.enum(['openai', 'anthropic', 'rules']),
    cached: z.boolean(),
    generated_at: z.string(),
  }),
  /** A notice when rules answered: no provider is configured, or how the provider failed. */
  notice: z.string().nullable(),
})

type Explained = Explanation & { provider: 'openai' | 'anthropic' | 'rules'; cached: boolean; generatedAt: Date }

export function toReply(explained: Explained, notice: string | null): z.output<typeof ExplainReply> {
  return {
    ok: true,
    explanation: {
      root_cause: explained.rootCause,
      actions: [...explained.actions],
      signals: [...explained.signals],
      provider: explained.provider,
      cached: explained.cached,
      generated_at: isoUtc(explained.generatedAt),
    },
    notice,
  }
}
