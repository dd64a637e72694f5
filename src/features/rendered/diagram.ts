/** A message from the diagram frame to the page around it. */
export type DiagramMessage = { kind: 'ready' } | { kind: 'drawn'; height: number } | { kind: 'failed'; reason: string }

export const DIAGRAM_FRAME = '/rendered/diagram'

/** Hostile and very large diagrams take minutes, or never end. Where the frame has a process of its own, the page goes on. */
export const DRAW_LIMIT_MS = 20_000

/**
 * Whether the front matter uses YAML aliases: mermaid walks through what they stand for, and twenty lines can stand for more
 * than any machine can walk through.
 */
export function hasAliases(source: string): boolean {
  const frontMatter = /^\s*---\s*\n([^]*?)\n\s*---/.exec(source)?.[1] ?? ''
  return /(?:^|[[{,:?-])\s*\*/m.test(frontMatter)
}

/** Validates the message, because the frame could show any document by the time it answers. */
export function parseDiagramMessage(data: unknown): DiagramMessage | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null
  if (data.kind === 'ready') return { kind: 'ready' }
  if (data.kind === 'drawn' && 'height' in data && typeof data.height === 'number' && Number.isFinite(data.height))
    return { kind: 'drawn', height: Math.min(Math.max(data.height, MIN_HEIGHT), MAX_HEIGHT) }
  if (data.kind === 'failed' && 'reason' in data && typeof data.reason === 'string')
    return { kind: 'failed', reason: data.reason.slice(0, MAX_REASON_CHARS) }
  return null
}

const MIN_HEIGHT = 40
const MAX_HEIGHT = 4000
const MAX_REASON_CHARS = 500
