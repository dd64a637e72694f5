import type { Id } from '#base/ids.ts'

export type ActId = Id<'act'>
export type TokenId = Id<'token'>

/** Long enough to review an agent's work at the end of a quarter. */
export const ACTS_KEPT_DAYS = 90
export const ACTS_PAGE = 50

export type Outcome = 'done' | 'refused' | 'failed'
export type Resource = { type: string; id: string }

/** An audit entry: one call that a token made or attempted. */
export type Act = {
  id: ActId
  tokenId: TokenId
  tokenName: string
  at: Date
  /** The tool name over MCP; over the HTTP API `api` for a write, otherwise the method and route. */
  tool: string
  resource: Resource | null
  /** The file name. */
  title: string
  outcome: Outcome
  code: string | null
  /** The kind of write; null when the call wrote nothing. */
  kind: string | null
  undoneAt: Date | null
}

export function resourceOf(write: { kind: string; resourceId: string }): Resource {
  return { type: write.kind.startsWith('file') ? 'file' : 'note', id: write.resourceId }
}

/** The tool name recorded for writes over the HTTP API, which has no tools. */
export const API_TOOL = 'api'

const NAMED = { file_id: 'file', note_id: 'note', board_id: 'board', repo_name: 'repo' } as const
const MAX_ID_CHARS = 300

/** The resource that the arguments of a call name. */
export function resourceOfInput(input: unknown): Resource | null {
  if (typeof input !== 'object' || input === null) return null
  const given = new Map<string, unknown>(Object.entries(input))
  for (const [name, type] of Object.entries(NAMED)) {
    const id = given.get(name)
    if (typeof id === 'string' && id.length <= MAX_ID_CHARS && id.isWellFormed() && !id.includes('\0'))
      return { type, id }
  }
  return null
}

export type ApiRequest = { method: string; url: string; params: unknown }

const ADDRESSED = [
  [/^\/api\/(?:files|trash)\/:id\b/, 'file'],
  [/^\/api\/sticky-notes\/note\/:id\b/, 'note'],
] as const

/** The resource that the route parameters name, if it has a page. */
export function resourceOfRoute({ url, params }: ApiRequest): Resource | null {
  const type = ADDRESSED.find(([path]) => path.test(url))?.[1]
  const id = typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined
  return type === undefined || typeof id !== 'string' ? null : { type, id }
}

/** A write that can be undone. */
export type Write = { id: ActId; resource: Resource; title: string; before: unknown; after: unknown }

export const SINCE = ['hour', 'today', 'all'] as const
export type Since = (typeof SINCE)[number]

/** The start of the undo range; null means everything. "today" starts at midnight in the user's time zone. */
export function undoStart(since: Since, now: Date, zone: string): Date | null {
  switch (since) {
    case 'hour':
      return new Date(now.getTime() - 3_600_000)
    case 'today': {
      const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
      return new Date(here.startOfDay().epochMilliseconds)
    }
    case 'all':
      return null
  }
}

export type UndoReason = 'changed' | 'gone' | 'name_taken'
export type Undone = { resource: Resource; title: string }
export type LeftAlone = { resource: Resource; title: string; reason: UndoReason }
export type UndoResult = { undone: Undone[]; leftAlone: LeftAlone[] }

/** Groups writes by resource, notes before files: moving a file to the trash would take its notes along. */
export function groupByResource(writes: readonly Write[]): Write[][] {
  const groups = [...Map.groupBy(writes, ({ resource }) => `${resource.type} ${resource.id}`).values()]
  const rank = (group: readonly Write[]) => {
    if (group[0]?.resource.type === 'note') return 0
    // Undo creations first: this frees the file names that a restored file needs.
    return group.some(({ before }) => before === null) ? 1 : 2
  }
  return groups.toSorted((a, b) => rank(a) - rank(b))
}
