import { z } from 'zod'
import type { CodeIndexSettings } from '../config/repos.ts'

/** A larger answer would block the event loop while it is parsed: a few lines of megabytes each. */
const MAX_REPLY_BYTES = 4 * 1024 * 1024
/** Beyond the time limit that zoekt keeps itself: for the way there and back. */
const MARGIN_MS = 500
const LIST_MS = 2_000
/** How long an answer about what is served counts: the database knows of new commits, only a deleted folder shows up later. */
const SERVED_MS = 10_000
/**
 * For each line that is shown, so many matches are looked at in one shard, and in all shards together. More of them would make the order by
 * relevance better, and every search for a common word slower.
 */
const MATCHES_PER_LINE = { shard: 10, total: 50 }

const Line = z.object({
  Line: z.base64().nullable(),
  LineStart: z.int(),
  LineEnd: z.int(),
  LineNumber: z.int(),
  FileName: z.boolean(),
  LineFragments: z.array(z.object({ LineOffset: z.int(), MatchLength: z.int() })).nullable(),
})
const File = z.object({
  FileName: z.string(),
  Repository: z.string(),
  RepositoryID: z.int().optional(),
  Version: z.string().optional(),
  Language: z.string(),
  Score: z.number().optional(),
  LineMatches: z.array(Line).nullish(),
})
const SearchReply = z.object({
  Result: z.object({
    Files: z.array(File).nullable(),
    Crashes: z.int(),
    FileCount: z.int(),
    MatchCount: z.int(),
    FilesSkipped: z.int(),
    ShardsSkipped: z.int(),
    Duration: z.number(),
  }),
})
const ListReply = z.object({
  List: z.object({
    ReposMap: z
      .record(z.string(), z.object({ Branches: z.array(z.object({ Version: z.string() })).nullable() }))
      .nullish(),
    Crashes: z.int(),
  }),
})

export type ZoektResult = z.output<typeof SearchReply>['Result']
export type ZoektFile = z.output<typeof File>
export type ZoektAsk = { query: string; numbers: readonly number[]; files: number; lines: number; ms: number }

/** Why there is no answer. `invalid`: zoekt cannot parse the pattern. */
export type IndexFailureReason = 'unreachable' | 'timeout' | 'too_large' | 'failed' | 'invalid'

export class IndexFailure extends Error {
  readonly reason: IndexFailureReason

  constructor(reason: IndexFailureReason, message: string) {
    super(`code index: ${reason}: ${message}`)
    this.name = 'IndexFailure'
    this.reason = reason
  }
}

export type CodeIndex = ReturnType<typeof openCodeIndex>

export function searchOptions({ files, lines, ms }: Pick<ZoektAsk, 'files' | 'lines' | 'ms'>) {
  return {
    MaxWallTime: ms * 1_000_000,
    MaxDocDisplayCount: files,
    MaxMatchDisplayCount: lines,
    ShardMaxMatchCount: lines * MATCHES_PER_LINE.shard,
    TotalMaxMatchCount: lines * MATCHES_PER_LINE.total,
  }
}

/** The HTTP interface of `zoekt-webserver -rpc`. Rejects with an `IndexFailure`, or with the reason of the signal. */
export function openCodeIndex({ url }: Pick<CodeIndexSettings, 'url'>) {
  const served = new Map<number, { version: string; at: number }>()
  const isFresh = (number: number) => (served.get(number)?.at ?? -Infinity) > performance.now() - SERVED_MS
  return {
    async search({ query, numbers, files, lines, ms }: ZoektAsk, signal?: AbortSignal): Promise<ZoektResult> {
      // zoekt adds RepoIDs to the parsed query, so that no text of the query can reach another repository.
      const body = { Q: query, RepoIDs: numbers, Opts: searchOptions({ files, lines, ms }) }
      return (await post(`${url}/api/search`, body, SearchReply, ms + MARGIN_MS, signal)).Result
    },
    /** The commit that the server has loaded for each of these mirrors. Mirrors that it does not have are missing. */
    async served(mirrors: ReadonlyMap<number, string>, signal?: AbortSignal): Promise<Map<number, string>> {
      const stale = [...mirrors].filter(([number]) => !isFresh(number))
      if (stale.length > 0) {
        const Q = `repo:"^(?:${stale.map(([, id]) => id).join('|')})$"`
        const { List } = await post(`${url}/api/list`, { Q, Opts: { Field: 2 } }, ListReply, LIST_MS, signal)
        if (List.Crashes > 0) throw new IndexFailure('failed', 'the server is loading its shards')
        for (const [number] of stale) served.delete(number)
        for (const [number, { Branches }] of Object.entries(List.ReposMap ?? {}))
          served.set(Number(number), { version: Branches?.[0]?.Version ?? '', at: performance.now() })
      }
      return new Map([...mirrors.keys()].flatMap((number) => entryOf(number, served.get(number)?.version)))
    },
    /** After an answer that contradicts it. */
    forget(numbers: Iterable<number>): void {
      for (const number of numbers) served.delete(number)
    },
  }
}

function entryOf(number: number, version: string | undefined): [number, string][] {
  return version === undefined ? [] : [[number, version]]
}

async function post<T>(url: string, body: unknown, schema: z.ZodType<T>, ms: number, signal?: AbortSignal): Promise<T> {
  const timeout = AbortSignal.timeout(ms)
  const until = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: until })
    const text = await readText(response)
    if (response.status === 400) throw new IndexFailure('invalid', text.slice(0, 200))
    if (response.status !== 200) throw new IndexFailure('failed', `status ${response.status}`)
    return schema.parse(JSON.parse(text))
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof IndexFailure) throw error
    if (timeout.aborted) throw new IndexFailure('timeout', `no answer within ${ms} ms`)
    const isNetwork = error instanceof TypeError
    throw new IndexFailure(isNetwork ? 'unreachable' : 'failed', error instanceof Error ? error.message : String(error))
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MAX_REPLY_BYTES) throw new IndexFailure('too_large', `more than ${MAX_REPLY_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
