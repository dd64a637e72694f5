/** The limits that `/api/code/run/limits` publishes. */
export const RUN_LIMITS = {
  maxTimeoutSeconds: 30,
  defaultTimeoutSeconds: 5,
  maxMemoryMb: 128,
  defaultMemoryMb: 128,
  minMemoryMb: 32,
  maxCodeBytes: 51_200,
  maxOutputBytes: 102_400,
} as const

/** A smaller limit would end every program before it starts. */
export const MIN_TIMEOUT_SECONDS = 0.1
export const MAX_STDIN_BYTES = 102_400

/**
 * A convenience, not a security boundary: other imports are refused before the run, with their line. The sandbox is the
 * boundary.
 */
export const ALLOWED_IMPORTS = [
  'math',
  'random',
  'time',
  'datetime',
  'json',
  're',
  'collections',
  'itertools',
  'functools',
  'operator',
  'string',
  'textwrap',
  'typing',
  'dataclasses',
  'enum',
  'decimal',
  'fractions',
  'statistics',
  'copy',
  'pprint',
  'bisect',
  'heapq',
  'array',
] as const
