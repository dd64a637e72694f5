/** The explanation: root cause, actions and signals. */
export type Explanation = { rootCause: string; actions: readonly string[]; signals: readonly string[] }

export const SECTIONS = ['root_cause', 'actions', 'signals'] as const
export type Section = (typeof SECTIONS)[number]

/** Sections that were not requested stay empty. */
export function only({ rootCause, actions, signals }: Explanation, sections: readonly Section[]): Explanation {
  return {
    rootCause: sections.includes('root_cause') ? rootCause : '',
    actions: sections.includes('actions') ? actions : [],
    signals: sections.includes('signals') ? signals : [],
  }
}

/** More than any alert with its labels. A longer context is refused, because a truncated one would be explained wrongly. */
export const MAX_CONTEXT_CHARS = 20_000
export const MAX_CONTEXT_DEPTH = 20

export function depthOf(value: unknown, limit = MAX_CONTEXT_DEPTH + 1): number {
  if (typeof value !== 'object' || value === null || limit === 0) return 0
  // Compare one by one: Math.max with some hundred thousand arguments would overflow the stack.
  let deepest = 0
  for (const child of Object.values(value)) deepest = Math.max(deepest, depthOf(child, limit - 1))
  return 1 + deepest
}
