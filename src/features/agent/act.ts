import type { Id } from '#base/ids.ts'

export type ActId = Id<'act'>
export type TokenId = Id<'token'>

/** A day's work of an agent is read the next morning, or when the season's balance is drawn. */
export const ACTS_KEPT_DAYS = 90
export const ACTS_PAGE = 50

export type Outcome = 'done' | 'refused' | 'failed'
export type Resource = { type: string; id: string }

/** One thing that a token did or wanted to do. */
export type Act = {
  id: ActId
  tokenId: TokenId
  tokenName: string
  at: Date
  /** The name of a tool; over the API `api` of a write, else its method and route. */
  tool: string
  resource: Resource | null
  /** The name of a file. */
  title: string
  outcome: Outcome
  code: string | null
  /** Of a write. */
  kind: string | null
  undoneAt: Date | null
}

export function resourceOf(write: { kind: string; resourceId: string }): Resource {
  return { type: write.kind.startsWith('file') ? 'file' : 'note', id: write.resourceId }
}

/** The tool over the API of the site, where there are no tools. */
export const OVER_API = 'api'

const NAMED = { file_id: 'file', note_id: 'note', board_id: 'board', repo_name: 'repo' } as const
const MAX_ID_CHARS = 300

/** What a call is about, as its arguments name it. */
export function askedAbout(input: unknown): Resource | null {
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

/** The thing whose address was called, if it has a page. */
export function addressedBy({ url, params }: ApiRequest): Resource | null {
  const type = ADDRESSED.find(([path]) => path.test(url))?.[1]
  const id = typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined
  return type === undefined || typeof id !== 'string' ? null : { type, id }
}

/** A write that can be taken back. */
export type Write = { id: ActId; resource: Resource; title: string; before: unknown; after: unknown }

export const SINCE = ['hour', 'today', 'all'] as const
export type Since = (typeof SINCE)[number]

/** From which moment on; null: from the beginning. Today is a day of the person's own zone. */
export function sinceMoment(since: Since, now: Date, zone: string): Date | null {
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
export type LeftAlone = { resource: Resource; title: string; reason: UndoReason }
export type UndoResult = { undone: number; leftAlone: LeftAlone[] }

/** Writes by the thing they wrote, notes before files: a file that goes to the trash takes its notes along. */
export function byResource(writes: readonly Write[]): Write[][] {
  const groups = [...Map.groupBy(writes, ({ resource }) => `${resource.type} ${resource.id}`).values()]
  const rank = ([first]: readonly Write[]) => {
    if (first?.resource.type === 'note') return 0
    // What was made goes first, so that the names it took are free for those that had them.
    return first?.before === null ? 1 : 2
  }
  return groups.toSorted((a, b) => rank(a) - rank(b))
}
