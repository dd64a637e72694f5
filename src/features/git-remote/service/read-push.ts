import type { UserCtx } from '#platform/ctx.ts'
import { treeName } from '#platform/git/library/git-tree.ts'
import { type Library, MAIN, type Position } from '#platform/git/library/library.ts'
import {
  changesOf,
  newCommits,
  type ObjectInfo,
  objectSizes,
  type PushedChange,
  type PushedCommit,
  type PushedObjects,
  readObjects,
} from '#platform/git/library/pushed.ts'
import type { PushAsk, RefUpdate } from '#platform/git/library/serve.ts'
import { contentTooLarge, nameNotUtf8, parsePath } from '#features/files/public.ts'
import { MAX_PUSH_CHANGES, MAX_PUSH_COMMITS } from '../history.ts'
import * as problems from '../problems.ts'
import { buildCommitsTask } from './build-tasks.ts'
import { naming } from './refusal.ts'

/** A change of one file. `from`: its path before, when the commit renames it. */
export type FilePush =
  | { kind: 'put'; path: string; from: string | null; isExecutable: boolean; blob: ObjectInfo; isSameText: boolean }
  | { kind: 'remove'; path: string }

export type CommitPush = { oid: string; text: Buffer; changes: readonly FilePush[] }

const NONE = '0'.repeat(40)

/** The only update that a push may contain: main, on top of the newest commit. */
export function requireMainUpdate({ updates }: PushAsk, head: string | null): RefUpdate {
  const other = updates.find(({ ref }) => ref !== MAIN)
  if (other) throw problems.onlyMain({ ref: other.ref })
  const [update] = updates
  if (!update || update.to === NONE) throw problems.mainStays()
  if (update.from !== (head ?? NONE)) throw problems.fetchFirst()
  return update
}

/** Reads and checks the pushed commits; nothing is saved yet, and no text is in memory. */
export async function readPush(
  ctx: UserCtx,
  { library, position }: { library: Library; position: Position },
  pushed: PushedObjects,
  to: string,
): Promise<CommitPush[]> {
  const commits = await newCommits(pushed, { from: position.head, to }, MAX_PUSH_COMMITS)
  if (!commits) throw problems.tooManyPushed({ max: MAX_PUSH_COMMITS })
  assertLinear(commits, position.head, to)
  const changes = await readChanges(pushed, commits)
  const read = await withTexts(pushed, commits, await withSizes(pushed, changes, ctx.maxFileBytes))
  await assertReproducible(ctx, { library, position }, read, to)
  return read
}

function assertLinear(commits: readonly PushedCommit[], head: string | null, to: string): void {
  let before = head
  for (const { oid, parents } of commits) {
    if (parents.length > 1 || (parents[0] ?? null) !== before) throw problems.notLinear()
    before = oid
  }
  if (before !== to) throw problems.notLinear()
}

async function readChanges(
  pushed: PushedObjects,
  commits: readonly PushedCommit[],
): Promise<{ oid: string; change: PushedChange }[]> {
  const all: { oid: string; change: PushedChange }[] = []
  for await (const { oid, change } of changesOf(pushed, commits)) {
    if (change) all.push({ oid, change })
    if (all.length > MAX_PUSH_CHANGES) throw problems.tooManyPushed({ max: MAX_PUSH_CHANGES })
  }
  return all
}

/** Also checks the names and the sizes. */
async function withSizes(
  pushed: PushedObjects,
  all: readonly { oid: string; change: PushedChange }[],
  maxBytes: number,
) {
  const puts = all.flatMap(({ oid, change }) => {
    const fileName = nameOf(oid, change.name)
    if (change.kind === 'remove') return []
    if (change.entry !== 'file' && change.entry !== 'executable')
      throw naming(problems.onlyPlainFiles({ file_name: fileName }), fileName, oid)
    return [change.oid]
  })
  const sizes = await objectSizes(pushed, puts)
  const byOid = new Map(puts.map((oid, i) => [oid, sizes[i] ?? 0]))
  return Map.groupBy(
    all.map(({ oid, change }) => ({ commit: oid, file: toFilePush(oid, change, { sizes: byOid, maxBytes }) })),
    ({ commit }) => commit,
  )
}

type Sizes = { sizes: ReadonlyMap<string, number>; maxBytes: number }

function toFilePush(oid: string, change: PushedChange, { sizes, maxBytes }: Sizes): FilePush {
  const path = nameOf(oid, change.name)
  if (change.kind === 'remove') return { kind: 'remove', path }
  const size = sizes.get(change.oid) ?? 0
  if (size > maxBytes) throw naming(contentTooLarge({ field: 'content', max: maxBytes }), path, oid)
  const from = change.from === null ? null : nameOf(oid, change.from)
  const { oid: blob, isSameText, entry } = change
  return { kind: 'put', path, from, isExecutable: entry === 'executable', blob: { oid: blob, size }, isSameText }
}

/** The name as text. */
function nameOf(commit: string, bytes: string): string {
  const name = Buffer.from(bytes, 'latin1').toString('utf8')
  if (treeName(name) !== bytes) throw naming(nameNotUtf8(), name, commit)
  try {
    parsePath(name)
  } catch (error) {
    throw naming(error, name, commit)
  }
  return name
}

/** `tree …` and `parent …`, which follow from the changes. */
const OWN_LINES = /^tree [0-9a-f]{40}\n(?:parent [0-9a-f]{40}\n)?/

async function withTexts(
  pushed: PushedObjects,
  commits: readonly PushedCommit[],
  changes: ReadonlyMap<string, readonly { file: FilePush }[]>,
): Promise<CommitPush[]> {
  const oids = commits.map(({ oid }) => oid)
  const sizes = await objectSizes(pushed, oids)
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_TEXT_BYTES)
    throw problems.tooManyPushed({ max: MAX_PUSH_COMMITS })
  const texts = await readObjects(
    pushed,
    oids.map((oid, i) => ({ oid, size: sizes[i] ?? 0 })),
  )
  return oids.map((oid, i) => {
    const raw = texts[i] ?? Buffer.alloc(0)
    const own = OWN_LINES.exec(raw.toString('latin1', 0, 200))?.[0] ?? ''
    return { oid, text: raw.subarray(own.length), changes: (changes.get(oid) ?? []).map(({ file }) => file) }
  })
}
/** Of all commit messages together; they stay in the database. */
const MAX_TEXT_BYTES = 8 * 1024 * 1024

/**
 * The commits are written again from what we keep whenever the repository on disk is lost. Writes them once and compares the last
 * hash, which depends on every name, mode, text and message.
 */
async function assertReproducible(
  ctx: UserCtx,
  { library, position }: { library: Library; position: Position },
  commits: readonly CommitPush[],
  to: string,
): Promise<void> {
  const { head } = await ctx.offload(buildCommitsTask, {
    trees: position.head === null ? new Map() : await library.trees(position.head),
    parent: position.head,
    known: new Set<string>(),
    commits: commits.map(({ text, changes }) => ({
      text,
      remove: changes.flatMap((change) => (change.kind === 'remove' ? [change.path] : (change.from ?? []))),
      put: changes.flatMap((change) =>
        change.kind === 'put' ? [{ path: change.path, isExecutable: change.isExecutable, oid: change.blob.oid }] : [],
      ),
    })),
  })
  if (head !== to) throw problems.unusualCommit()
}
