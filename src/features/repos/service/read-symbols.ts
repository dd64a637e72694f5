import { batchBySize } from '#base/batch-by-size.ts'
import { languageOfName } from '#base/language/language.ts'
import type { Db } from '#platform/db/pool.ts'
import type { LocalMirror, Mirrors } from '#platform/git/mirrors.ts'
import { GitFailure } from '#platform/git/process.ts'
import { workOnClaims } from '#platform/jobs/claims.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import { grammarOf } from '#platform/symbols/languages.ts'
import { type ReadNames, readNames } from '#platform/symbols/read-names.ts'
import type { Offload } from '#platform/threads.ts'
import { decodeText } from '#features/files/public.ts'
import { repoSymbolsError, repoSymbolsRead } from '../events.ts'
import { fileNameOf } from '../links.ts'
import { MAX_TEXT_BYTES } from '../repo.ts'
import * as rows from '../store/mirror-symbols.ts'
import { anyDue, type ClaimId, listClaimed } from '../store/mirror-work.ts'
import { withoutNames } from '../sync-error.ts'
import { claimsPerUser } from './share.ts'
import { workOnMirror } from './mirror-work.ts'

/** After this time the next mirror has its turn: a first sync of 200,000 files takes a quarter of an hour or more. */
const TURN_MS = 60_000
const FILES_A_PAGE = 2_000
/** Objects that git reads at once. */
const BATCH_FILES = 200
const BATCH_BYTES = 8 * 1024 * 1024

export async function anyToRead(db: Db, node: string | null, now: Date): Promise<boolean> {
  return anyDue(db, 'symbols', node, now)
}

/** Two, so that the mirrors of one user leave a lane to those of others. */
const LANES = 2

/** Reads the symbols of mirrors whose current commit was not read. */
export async function readDue(ctx: JobCtx, mirrors: Mirrors, offload: Offload, node: string | null): Promise<void> {
  const count = { read: 0 }
  const claimOne = claimsPerUser(ctx.db, LANES, () => listClaimed(ctx.db, 'symbols', ctx.clock()))
  await workOnClaims(ctx, {
    lanes: LANES,
    claim: (now, until) =>
      claimOne(async (held) => {
        const claimId = ctx.newId<'mirror-work'>()
        const claim = await rows.claimToRead(ctx.db, { claimId, held, node, now, until })
        return claim ? [{ ...claim, claimId }] : []
      }),
    work: async (claims) => {
      for (const claim of claims) await readClaimed(ctx, mirrors.local(claim.mirrorId), offload, claim, count)
    },
  })
}

async function readClaimed(
  ctx: JobCtx,
  mirror: LocalMirror,
  offload: Offload,
  claim: rows.SymbolsClaim & { claimId: ClaimId },
  count: { read: number },
): Promise<void> {
  const { mirrorId, claimId } = claim
  const resource = { type: 'mirror', id: mirrorId }
  await workOnMirror(
    ctx,
    { work: 'symbols', mirrorId, claimId },
    {
      failsWhenStopped: false,
      run: async (signal) => {
        const done = { read: 0, stopped: 0 }
        const isDone = await readMirror({ ...ctx, signal, mirror, offload, claim, done })
        if (done.read > 0) ctx.progress((count.read += done.read))
        if (done.read > 0 || done.stopped > 0) ctx.emit(repoSymbolsRead, { resource, ...done })
        return isDone ? claim.commit : null
      },
      onFailure: (error, failures) => {
        const stderr = error instanceof GitFailure ? withoutNames(error.stderr) : ''
        ctx.log.warn({ err: error, mirror: mirrorId, stderr }, 'symbols of a repository were not read')
        ctx.emit(repoSymbolsError, { resource, failures })
      },
    },
  )
}

type Reading = Pick<JobCtx, 'db' | 'signal'> & {
  mirror: LocalMirror
  offload: Offload
  claim: rows.SymbolsClaim
  done: { read: number; stopped: number }
}

/**
 * False when the time was up, no thread was free, or a sync changed the list: another turn reads what is left. What is stored stays, whatever ends
 * the turn.
 */
async function readMirror(reading: Reading): Promise<boolean> {
  const { db, claim, done } = reading
  const end = performance.now() + TURN_MS
  for (let after = ''; ;) {
    const page = await rows.listForSymbols(db, claim, after, FILES_A_PAGE)
    if (page === 'other_commit') return false
    for (const batch of batchBySize(unreadOf(page), readBytes, BATCH_BYTES, BATCH_FILES)) {
      reading.signal.throwIfAborted()
      if (performance.now() > end) return false
      if (await readBatch(reading, batch)) continue
      // A turn without progress is a failure: it is reported, and the next one waits longer.
      if (done.read === 0) throw new Error('no thread was free')
      return false
    }
    after = page.at(-1)?.path ?? ''
    if (page.length < FILES_A_PAGE) break
  }
  await rows.dropUnlisted(db, claim.mirrorId)
  return true
}

type Unread = { oid: string; language: string; size: number }

/** Git leaves out what is larger. */
const readBytes = ({ size }: Unread) => Math.min(size, MAX_TEXT_BYTES)

/** The language is that of the name: a file without one that tells it is not read, and `lang:` means the same for all files of a name. */
function unreadOf(files: readonly rows.ListedFile[]): Unread[] {
  const unread = new Map<string, Unread>()
  for (const { path, oid, size, read } of files) {
    const language = languageOfName(fileNameOf(path))
    if (language !== null && grammarOf(language) !== null && !read.includes(language))
      unread.set(`${oid} ${language}`, { oid, language, size })
  }
  return [...unread.values()]
}

/** False when no thread was free for the rest of the batch. What was parsed before is stored. */
async function readBatch(
  { db, signal, mirror, offload, claim, done }: Reading,
  batch: readonly Unread[],
): Promise<boolean> {
  const blobs = await mirror.blobs(
    batch.map(({ oid }) => oid),
    MAX_TEXT_BYTES,
  )
  const objects: rows.ReadObject[] = []
  for (const [i, { oid, language }] of batch.entries()) {
    signal.throwIfAborted()
    const read = await namesOf(offload, language, blobs[i] ?? null)
    if (read === null) break
    objects.push({ oid, language, names: read.lines, symbols: read.symbols })
    if (read.symbols === null) done.stopped += 1
  }
  await rows.putSymbols(db, claim.mirrorId, objects)
  done.read += objects.length
  return objects.length === batch.length
}

/** An object that is too large is one that the parser would have stopped at. What is not text has no symbols. Null when no thread was free. */
async function namesOf(offload: Offload, language: string, bytes: Buffer | null): Promise<ReadNames | null> {
  if (bytes === null) return { lines: '', symbols: null }
  const text = decodeText(bytes)
  if (text === null) return { lines: '', symbols: '[]' }
  return readNames(offload, language, text)
}
