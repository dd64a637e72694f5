import type { Explanation, Section } from './explanation.ts'

const MAX_CAUSE_CHARS = 3_000
const MAX_LINE_CHARS = 1_000
const MAX_LINES = 20

/**
 * Parses the provider's answer; null unless it is an explanation with every requested section, and then none of it is used.
 */
export function readAnswer(value: unknown, sections: readonly Section[]): Explanation | null {
  if (typeof value !== 'object' || value === null) return null
  const { root_cause: cause, actions, signals }: Record<string, unknown> = { ...value }
  const rootCause = sections.includes('root_cause') ? textIn(cause, MAX_CAUSE_CHARS) : ''
  const lines = {
    actions: sections.includes('actions') ? linesIn(actions) : [],
    signals: sections.includes('signals') ? linesIn(signals) : [],
  }
  if (rootCause === null || lines.actions === null || lines.signals === null) return null
  return { rootCause, actions: lines.actions, signals: lines.signals }
}

function textIn(value: unknown, max: number): string | null {
  return typeof value === 'string' && value.trim() !== '' && value.length <= max ? value.trim() : null
}

function linesIn(value: unknown): string[] | null {
  if (!Array.isArray(value) || value.length > MAX_LINES) return null
  const lines = value.map((line) => textIn(line, MAX_LINE_CHARS))
  return lines.every((line) => line !== null) ? lines : null
}
