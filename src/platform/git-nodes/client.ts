import { Readable } from 'node:stream'
import type { Blob } from '../git/blob.ts'
import type { BlamedLines } from '../git/blame.ts'
import type { Change } from '../git/diff.ts'
import type { GrepMatch } from '../git/grep.ts'
import type { Commit, CommitCounts, FileCommit } from '../git/history.ts'
import type { Mirror } from '../git/mirrors.ts'
import { GitFailure } from '../git/process.ts'
import type { PushOutcome } from '../git/push.ts'
import type { Folder, TreeEntry } from '../git/tree.ts'
import { decodeFrames } from './frames.ts'

/** A node answers with the head at once; one that does not is dead or unreachable. */
const HEAD_MS = 5_000
/** Git at the node ends sooner, except while it streams a file. */
const SILENCE_MS = 60_000
/** For the whole answer, without the time in which its reader is busy: a node could send a byte a minute. */
const WAITED_MS = 10 * SILENCE_MS
/** The list of 200,000 files with paths of 500 characters. Only a file that is streamed may be longer, because nobody keeps it in memory. */
const ANSWER_BYTES = 128 * 1024 * 1024

type Patience = { silenceMs?: number; waitedMs?: number }
export type NodeOptions = Patience & { secret: string; onUnreachable: (mirrorId: string) => void }

/** A mirror at a git node, with the methods of one on this disk. */
export function remoteMirror(node: string, id: string, options: NodeOptions): Mirror {
  const many = <T>(method: keyof Mirror, ...args: unknown[]) => ask<T>(node, id, method, args, options)
  const one = <T>(method: keyof Mirror, ...args: unknown[]) => onlyValue(many<T>(method, ...args))
  const list = <T>(method: keyof Mirror, ...args: unknown[]) => joinedList(many<T[]>(method, ...args))
  return {
    isReadable: () => one<boolean>('isReadable').catch(() => false),
    hasCommit: (commit) => one<boolean>('hasCommit', commit),
    tree: (commit) => many<TreeEntry[]>('tree', commit),
    folder: (commit, path) => list<TreeEntry | Folder>('folder', commit, path),
    blob: (oid, max) => one<Blob>('blob', oid, max),
    blobStream: (oid) => Readable.from(many<Buffer>('blobStream', oid), { objectMode: false }),
    blobs: (names, each) => list<Buffer | null>('blobs', names, each),
    findBlobs: (names) => list<{ oid: string; size: number } | null>('findBlobs', names),
    grep: ({ skip, ...query }) =>
      many<GrepMatch>('grep', { ...query, skip: skip.map((path) => path.toString('base64')) }),
    history: (query) => many<FileCommit>('history', query),
    latest: (commit, limit) => list<Commit>('latest', commit, limit),
    lastCommits: (commit, folder, names) => one<Map<string, Commit>>('lastCommits', commit, folder, names),
    touched: (commit, limit) => one<CommitCounts>('touched', commit, limit),
    changes: (from, to, ask) => many<Change>('changes', from, to, { renames: ask?.renames ?? true }),
    parentOf: (commit) => one<string | null>('parentOf', commit),
    blame: (commit, path) => list<BlamedLines>('blame', commit, path),
    push: (request) => one<PushOutcome>('push', request),
  }
}

async function onlyValue<T>(answer: AsyncIterable<T>): Promise<T> {
  // To its end, because only then the connection can be used again.
  const values: T[] = []
  for await (const value of answer) {
    values.push(value)
    if (values.length > 1) break
  }
  const [value] = values
  if (values.length !== 1)
    throw new GitFailure('failed', `the git node sent ${values.length === 0 ? 'no value' : 'several values'}`)
  return value as T
}

/** A long list arrives in pieces. */
async function joinedList<T>(answer: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const piece of answer) {
    if (!Array.isArray(piece)) throw new GitFailure('failed', 'the git node sent no list')
    for (const item of piece) all.push(item)
  }
  return all
}

/** The values of an answer. Leaving the loop ends git at the node. */
async function* ask<T>(
  node: string,
  id: string,
  method: keyof Mirror,
  args: unknown[],
  options: NodeOptions,
): AsyncGenerator<T> {
  const stop = new AbortController()
  let isComplete = false
  try {
    const body = await begin(`${node}/mirrors/${id}/${method}`, JSON.stringify(args), options.secret, stop)
    const maxBytes = method === 'blobStream' ? Number.POSITIVE_INFINITY : ANSWER_BYTES
    for await (const frame of decodeFrames(untilSilent(body, stop, options), maxBytes)) {
      if (frame.kind === 'end') isComplete = true
      else if (frame.kind === 'failure') throw new GitFailure(frame.value.trouble, frame.value.stderr)
      else yield frame.value as T
    }
    if (!isComplete) throw new Error('the answer was cut off')
  } catch (error) {
    if (error instanceof GitFailure) throw error
    options.onUnreachable(id)
    throw new GitFailure('failed', `git node: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    if (!isComplete) stop.abort()
  }
}

/**
 * Ends an answer of which nothing arrives any more, or too slowly: whoever waits for it may hold a slot that others need. The time in which the reader
 * is busy with a chunk does not count.
 */
async function* untilSilent(
  body: AsyncIterable<Uint8Array>,
  stop: AbortController,
  { silenceMs = SILENCE_MS, waitedMs = WAITED_MS }: Patience,
): AsyncGenerator<Uint8Array> {
  let left = waitedMs
  const start = () => {
    const from = performance.now()
    const timer = setTimeout(() => stop.abort(new Error('silence')), Math.min(silenceMs, left))
    return () => {
      clearTimeout(timer)
      left -= performance.now() - from
    }
  }
  let end = start()
  try {
    for await (const chunk of body) {
      end()
      yield chunk
      end = start()
    }
  } finally {
    end()
  }
}

async function begin(
  url: string,
  body: string,
  secret: string,
  stop: AbortController,
): Promise<AsyncIterable<Uint8Array>> {
  const timer = setTimeout(() => stop.abort(new Error('no answer')), HEAD_MS)
  try {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    // A redirect would make this process send requests where the node wants them.
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: stop.signal })
    if (response.status === 503) throw new GitFailure('timeout', 'the git node is busy')
    // A node of the release before does not have the method; nothing is wrong with its mirror.
    if (response.status === 404) throw new GitFailure('failed', 'the git node does not know the method')
    if (response.status !== 200 || !response.body) throw new Error(`status ${response.status}`)
    return response.body
  } finally {
    clearTimeout(timer)
  }
}
