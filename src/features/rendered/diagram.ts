/** What the frame that draws a diagram tells the page around it. */
export type DiagramAnswer = { kind: 'ready' } | { kind: 'drawn'; height: number } | { kind: 'failed'; reason: string }

export const DIAGRAM_FRAME = '/rendered/diagram'

/** A frame could hold anything by the time it answers, so its words are read like a stranger's. */
export function readDiagramAnswer(data: unknown): DiagramAnswer | null {
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
