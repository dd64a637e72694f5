import { access, constants, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isOpaqueId } from '#base/ids.ts'
import type { RepoLimits } from '../config/repos.ts'
import { blameFile } from './blame.ts'
import { findBlobs, readBlob, readBlobs, startSizes, streamBlob } from './blob.ts'
import { type ChangesAsk, parentOf, renamesBetween, treeChanges } from './diff.ts'
import { grepTree } from './grep.ts'
import { fileHistory, latestCommits, touchedFiles } from './history.ts'
import { clearUnfinished, mirrorBytes, namesIn } from './disk.ts'
import { pushFile, type PushAsk } from './push.ts'
import { askRemote, fetchBranch, type FetchAsk, standsAt } from './remote.ts'
import { hasCommit, listFolder, listTree } from './tree.ts'

/** Commits, trees and files by their hash, and nothing shorter. */
export function isObjectId(text: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}

function assertObjects(...ids: (string | null | undefined)[]): void {
  for (const id of ids) if (id != null && !isObjectId(id)) throw new Error('not the hash of an object')
}

export type Mirror = ReturnType<Mirrors['of']>
export type Mirrors = ReturnType<typeof openMirrors>

/** The mirrors on this disk, each in a folder named by an id of ours: nothing that comes from outside is part of a path. */
export function openMirrors(limits: RepoLimits) {
  const dirOf = (id: string) => {
    if (!isOpaqueId(id)) throw new Error('not the id of a mirror')
    return join(limits.dir, id.slice(-2), `${id}.git`)
  }
  return {
    limits,
    of: (id: string) => ({
      ...syncing(dirOf(id), limits),
      ...files(dirOf(id)),
      ...past(dirOf(id)),
    }),
    /** Ids of everything that lies on the disk. */
    async list(): Promise<string[]> {
      // A disk of its own has `lost+found` beside them, which is not ours to read.
      const shelves = (await namesIn(limits.dir)).filter((name) => /^[0-9a-f]{2}$/.test(name))
      const found = await Promise.all(shelves.map((shelf) => namesIn(join(limits.dir, shelf))))
      const ids = found.flat().flatMap((name) => /^([0-9a-f]{32})\.git(\.new-\w+)?$/.exec(name)?.[1] ?? [])
      return [...new Set(ids)]
    },
  }
}

/** For work that reads no repository: a disk without any. */
export const noMirrors: Mirrors = openMirrors({
  dir: '/nonexistent',
  hosts: [],
  testHosts: false,
  maxBytes: 0,
  maxFiles: 0,
  syncSeconds: 0,
  syncEverySeconds: 0,
  upload: false,
})

type SyncAsk = Pick<FetchAsk, 'url' | 'branch' | 'onProgress' | 'seconds'> & { signal?: AbortSignal }

/** Somebody waits for it. */
const PUSH_SECONDS = 60

function syncing(dir: string, { testHosts, maxBytes, syncSeconds }: RepoLimits) {
  return {
    askRemote: (url: string, branch: string | null, signal?: AbortSignal) =>
      askRemote({ url, branch, testHosts, seconds: Math.min(60, syncSeconds), ...(signal && { signal }) }),
    fetch: (ask: SyncAsk) => fetchBranch({ ...ask, dir, testHosts, maxBytes }),
    push: (ask: PushAsk) => pushFile({ dir, testHosts, seconds: Math.min(PUSH_SECONDS, syncSeconds) }, ask),
    bytes: () => mirrorBytes(dir),
    async remove(): Promise<void> {
      await clearUnfinished(dir)
      await rm(dir, { recursive: true, force: true })
    },
    /** Whether it has what a sync before this one brought. */
    async has(commit: string): Promise<boolean> {
      return (await standsAt(dir)) === commit || hasCommit(dir, commit)
    },
    /** Whether it is there to be read at all. */
    async isReadable(): Promise<boolean> {
      return access(join(dir, 'objects'), constants.R_OK).then(
        () => true,
        () => false,
      )
    },
  }
}

/** What it holds, by the hash of a commit or an object. */
function files(dir: string) {
  return {
    hasCommit: (commit: string) => (isObjectId(commit) ? hasCommit(dir, commit) : Promise.resolve(false)),
    tree(commit: string, signal?: AbortSignal) {
      assertObjects(commit)
      return listTree(dir, commit, signal)
    },
    folder(commit: string, path: string) {
      assertObjects(commit)
      return listFolder(dir, commit, path)
    },
    blob(oid: string, max: number) {
      assertObjects(oid)
      return readBlob(dir, oid, max)
    },
    blobStream(oid: string) {
      assertObjects(oid)
      return streamBlob(dir, oid)
    },
    /** Each `<commit>:<path>` or the hash of an object. */
    blobs: (names: readonly string[], each: number) => readBlobs(dir, names, each),
    findBlobs: (names: readonly string[]) => findBlobs(dir, names),
    startSizes: (signal?: AbortSignal) => startSizes(dir, signal),
    grep(commit: string, words: string) {
      assertObjects(commit)
      return grepTree(dir, commit, words)
    },
  }
}

/** How it came to be so. */
function past(dir: string) {
  return {
    history(ask: { commit: string; path: string; since?: string }) {
      assertObjects(ask.commit, ask.since)
      return fileHistory(dir, ask)
    },
    latest(commit: string, limit: number) {
      assertObjects(commit)
      return latestCommits(dir, commit, limit)
    },
    touched(commit: string, limit: number) {
      assertObjects(commit)
      return touchedFiles(dir, commit, limit)
    },
    changes(from: string | null, to: string, ask: ChangesAsk = { renames: true }) {
      assertObjects(from, to)
      return treeChanges(dir, from, to, ask)
    },
    renames(from: string, to: string, signal?: AbortSignal) {
      assertObjects(from, to)
      return renamesBetween(dir, from, to, signal)
    },
    parentOf(commit: string) {
      assertObjects(commit)
      return parentOf(dir, commit)
    },
    blame(commit: string, path: string) {
      assertObjects(commit)
      return blameFile(dir, commit, path)
    },
  }
}
