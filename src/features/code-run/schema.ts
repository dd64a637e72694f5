import { z } from 'zod'
import { isStorableText } from '#base/text.ts'
import { ALLOWED_IMPORTS, MAX_STDIN_BYTES, MIN_TIMEOUT_SECONDS, RUN_LIMITS } from './limits.ts'
import type { RunUpdate, RunResult } from './result.ts'
import type { RunRequest } from './ask.ts'

const limits = RUN_LIMITS

export const RunBody = z.strictObject({
  code: z.string().refine(isStorableText, 'cannot be run'),
  timeout: z.number().min(MIN_TIMEOUT_SECONDS).max(limits.maxTimeoutSeconds).default(limits.defaultTimeoutSeconds),
  memory_limit_mb: z.int().min(limits.minMemoryMb).max(limits.maxMemoryMb).default(limits.defaultMemoryMb),
  /** Standard input of the program. */
  stdin: z.string().max(MAX_STDIN_BYTES).default(''),
})

export function toRunRequest({
  code,
  stdin,
  timeout,
  memory_limit_mb: memoryMb,
}: z.output<typeof RunBody>): RunRequest {
  return { code, stdin, timeoutMs: Math.round(timeout * 1000), memoryMb }
}

/** Form fields arrive as strings. */
export const RunForm = z.object({
  code: z
    .string()
    .transform((code) => code.replaceAll('\r\n', '\n'))
    .pipe(RunBody.shape.code),
  stdin: z.string().default(''),
  timeout: z.coerce.number().pipe(RunBody.shape.timeout.unwrap()).default(limits.defaultTimeoutSeconds),
  memory_limit_mb: z.coerce.number().pipe(RunBody.shape.memory_limit_mb.unwrap()).default(limits.defaultMemoryMb),
})

/** Code and input, each byte of which may be escaped as six characters. */
export const RUN_BODY_BYTES = 6 * (limits.maxCodeBytes + MAX_STDIN_BYTES) + 64 * 1024

export const PlaygroundQuery = z.object({ file: z.string().optional() })

export const LimitsReply = z.object({
  enabled: z.boolean(),
  limits: z.object({
    max_timeout_seconds: z.number(),
    default_timeout_seconds: z.number(),
    max_memory_mb: z.number(),
    default_memory_mb: z.number(),
    min_memory_mb: z.number(),
    max_code_bytes: z.number(),
    max_output_bytes: z.number(),
  }),
  allowed_imports: z.array(z.string()),
})

export function toLimits(enabled: boolean): z.input<typeof LimitsReply> {
  return {
    enabled,
    limits: {
      max_timeout_seconds: limits.maxTimeoutSeconds,
      default_timeout_seconds: limits.defaultTimeoutSeconds,
      max_memory_mb: limits.maxMemoryMb,
      default_memory_mb: limits.defaultMemoryMb,
      min_memory_mb: limits.minMemoryMb,
      max_code_bytes: limits.maxCodeBytes,
      max_output_bytes: limits.maxOutputBytes,
    },
    allowed_imports: [...ALLOWED_IMPORTS],
  }
}

export const RunReply = z.object({
  success: z.boolean(),
  stdout: z.string(),
  stderr: z.string(),
  exit_code: z.int(),
  execution_time_ms: z.int(),
  truncated: z.boolean(),
  error: z.string().nullable(),
})

export function toReply({ success, stdout, stderr, exitCode, executionMs, truncated, error }: RunResult) {
  return { success, stdout, stderr, exit_code: exitCode, execution_time_ms: executionMs, truncated, error }
}

/**
 * Formats one server-sent event. Output was already sent piece by piece, so the result omits stdout and stderr and adds
 * `dropped_bytes`.
 */
export function toServerSent(news: RunUpdate): string {
  const { kind, ...data } = news
  if (news.kind !== 'result') return `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`
  const { stdout: _out, stderr: _err, ...rest } = toReply(news.result)
  const result: StreamedResult = { ...rest, dropped_bytes: news.result.droppedBytes }
  return `event: result\ndata: ${JSON.stringify(result)}\n\n`
}

export type StreamedResult = Omit<z.output<typeof RunReply>, 'stdout' | 'stderr'> & { dropped_bytes: number }
