import { z } from 'zod'

/** The body of `POST /run`. */
export const RunJob = z.object({
  code: z.string(),
  stdin: z.string(),
  timeoutMs: z.number().int().positive(),
  memoryMb: z.number().int().positive(),
  /** Limit on the kept output of each stream, in bytes of UTF-8. */
  outputBytes: z.number().int().positive(),
  /** Modules that may be imported; null: all. A convenience for authors, not a security boundary. */
  imports: z.array(z.string()).nullable(),
})
export type RunJob = z.output<typeof RunJob>

export const STREAMS = ['stdout', 'stderr'] as const
export type StreamName = (typeof STREAMS)[number]

/** Why we ended a run; null when it ended by itself. */
export const VERDICTS = [
  'timeout',
  'memory_limit',
  'process_limit',
  'output_limit',
  'import_not_allowed',
  'stopped',
] as const
export type Verdict = (typeof VERDICTS)[number]

const RunEnd = z.object({
  exitCode: z.number().int(),
  verdict: z.enum(VERDICTS).nullable(),
  executionMs: z.number().int().min(0),
  /** Bytes that the program wrote, per stream, and how many of them were not kept. */
  written: z.object({ stdout: z.number(), stderr: z.number() }),
  dropped: z.object({ stdout: z.number(), stderr: z.number() }),
  truncated: z.boolean(),
})
export type RunEnd = z.output<typeof RunEnd>

/** Events of a runner, one JSON line each, in this order; the last is `end` or `unavailable`. */
export const RunEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('queued'), place: z.number().int().positive() }),
  z.object({ kind: z.literal('started') }),
  z.object({ kind: z.literal('output'), stream: z.enum(STREAMS), text: z.string() }),
  z.object({ kind: z.literal('end'), end: RunEnd }),
  /** The run was never started, or the runner lost it. */
  z.object({ kind: z.literal('unavailable'), reason: z.string() }),
])
export type RunEvent = z.output<typeof RunEvent>

/** `GET /health` */
export const RunnerHealth = z.object({
  engine: z.string(),
  slots: z.number().int(),
  busy: z.number().int(),
  queued: z.number().int(),
  queueMax: z.number().int(),
})
export type RunnerHealth = z.output<typeof RunnerHealth>
