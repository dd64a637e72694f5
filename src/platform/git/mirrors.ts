import { access, constants, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isOpaqueId } from '#base/ids.ts'
import type { RepoLimits } from '../config/repos.ts'
import { blameFile } from './blame.ts'
import { findBlobs, type FoundBlob, readBlob, readBlobs, readFoundBlobs, startSizeQuery, streamBlob } from './blob.ts'
import { type ChangesOptions, parentOf, renamesBetween, treeChanges } from './diff.ts'
import { mainLine } from './main-line.ts'
import { type GrepQuery, grepTree } from './grep.ts'
import { countCommitsPerFile, fileHistory, lastCommits, latestCommits } from './history.ts'
import { deleteUnfinishedFetches, mirrorBytes, listDirectory } from './disk.ts'
import { pushFile, type PushRequest } from './push.ts'
import { readRemoteHead, fetchBranch, type FetchRequest, lastFetchedCommit } from './remote.ts'
import { type BranchesRequest, fetchBranches } from './remote-branches.ts'
import { createSnapshot } from './snapshot.ts'
import { hasCommit, listFolder, listTree } from './tree.ts'

/** Full hashes of commits, trees and files only. */
export function isObjectId(text: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}

function assertObjects(...ids: (string | null | undefined)[]): void {
  for (const id of ids) if (id != null && !isObjectId(id)) throw new Error('not an object hash')
}

/** What pages read of a mirror, on this disk or at a git node. */
export type Mirror = ReturnType<typeof reading>
/** A mirror on this disk, which can also be synced. */
export type LocalMirror = Mirror & ReturnType<typeof syncing>
export type Mirrors = ReturnType<typeof openMirrors>

/** The mirror, and the git node that holds it; null when it is on the disk of this process. */
export type MirrorLocation = { mirrorId: string; node: string | null }

/** `own`: the address of the git node whose disk this process uses as well. */
export type GitNodes = { own: string | null; mirrorAt: (node: string, id: string) => Mirror }

/** All mirrors. On a disk each is in a directory named by an id of ours: no external input is part of a path. */
export function openMirrors(limits: RepoLimits, nodes: GitNodes | null = null) {
  const dirOf = (id: string) => {
    if (!isOpaqueId(id)) throw new Error('not a mirror id')
    return join(limits.dir, id.slice(-2), `${id}.git`)
  }
  return {
    limits,
    of: ({ mirrorId, node }: MirrorLocation): Mirror =>
      node === null || nodes === null || node === nodes.own
        ? reading(dirOf(mirrorId), limits)
        : nodes.mirrorAt(node, mirrorId),
    /** The mirror on this disk. */
    local: (id: string): LocalMirror => ({ ...reading(dirOf(id), limits), ...syncing(dirOf(id), limits) }),
    /** Ids of all mirrors on this disk. */
    async list(): Promise<string[]> {
      // A separate volume has `lost+found` beside them, which we may not read.
      const shelves = (await listDirectory(limits.dir)).filter((name) => /^[0-9a-f]{2}$/.test(name))
      const found = await Promise.all(shelves.map((shelf) => listDirectory(join(limits.dir, shelf))))
      const ids = found.flat().flatMap((name) => /^([0-9a-f]{32})\.git(\.new-\w+)?$/.exec(name)?.[1] ?? [])
      return [...new Set(ids)]
    },
  }
}

/** A disk without mirrors, for work that reads no repository. */
export const noMirrors: Mirrors = openMirrors({
  dir: '/nonexistent',
  spoolDir: '/nonexistent',
  hosts: [],
  testHosts: false,
  maxBytes: 0,
  maxFiles: 0,
  syncSeconds: 0,
  syncEverySeconds: 0,
  upload: false,
})

type BranchSync = Pick<BranchesRequest, 'url' | 'names' | 'onProgress' | 'seconds' | 'signal'>
/** The share of the size limit that further branches may fill, so that the main branch can grow. */
const BRANCHES_SHARE = 0.75

type SyncRequest = Pick<FetchRequest, 'url' | 'branch' | 'onProgress' | 'seconds'> & { signal?: AbortSignal }

/** Short, because a request waits for the push. */
const PUSH_SECONDS = 60

/** For the process that syncs. */
function syncing(dir: string, { dir: mirrorsDir, testHosts, maxBytes, syncSeconds }: RepoLimits) {
  return {
    readRemoteHead: (url: string, branch: string | null, signal?: AbortSignal) =>
      readRemoteHead({ url, branch, testHosts, seconds: Math.min(60, syncSeconds), ...(signal && { signal }) }),
    fetch: (ask: SyncRequest) => fetchBranch({ ...ask, dir, testHosts, maxBytes }),
    fetchBranches: (ask: BranchSync) => fetchBranches({ ...ask, dir, testHosts, maxBytes: maxBytes * BRANCHES_SHARE }),
    bytes: () => mirrorBytes(dir),
    async remove(): Promise<void> {
      await deleteUnfinishedFetches(dir)
      await rm(dir, { recursive: true, force: true })
    },
    /** Whether an earlier sync fetched this commit. */
    async has(commit: string): Promise<boolean> {
      return (await lastFetchedCommit(dir)) === commit || hasCommit(dir, commit)
    },
    startSizeQuery: (signal?: AbortSignal) => startSizeQuery(dir, signal),
    /** Their bytes, in their order. */
    readFoundBlobs: (blobs: readonly FoundBlob[]) => readFoundBlobs(dir, blobs),
    /** A bare repository beside the mirrors with the same objects and HEAD at this commit. It is deleted when it is disposed of. */
    snapshot(commit: string, config: string) {
      assertObjects(commit)
      return createSnapshot(dir, join(mirrorsDir, 'snapshots', basename(dir)), commit, config)
    },
    mainLine(from: string, to: string, signal?: AbortSignal) {
      assertObjects(from, to)
      return mainLine(dir, from, to, signal)
    },
    renames(from: string, to: string, signal?: AbortSignal) {
      assertObjects(from, to)
      return renamesBetween(dir, from, to, signal)
    },
  }
}

function reading(dir: string, limits: RepoLimits) {
  const { spoolDir, testHosts, syncSeconds } = limits
  return {
    ...files(dir, spoolDir),
    ...past(dir),
    push: (ask: PushRequest) =>
      pushFile({ dir, spoolDir, testHosts, seconds: Math.min(PUSH_SECONDS, syncSeconds) }, ask),
    /** Whether the mirror exists. */
    async isReadable(): Promise<boolean> {
      return access(join(dir, 'objects'), constants.R_OK).then(
        () => true,
        () => false,
      )
    },
  }
}

/** Reads by the hash of a commit or an object. */
function files(dir: string, spoolDir: string) {
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
    grep(ask: GrepQuery) {
      assertObjects(ask.commit)
      return grepTree({ dir, spoolDir }, ask)
    },
  }
}

/** Reads the history. */
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
    /** `names`: entries of the folder. */
    lastCommits(commit: string, folder: string, names: readonly string[]) {
      assertObjects(commit)
      return lastCommits(dir, commit, folder, names)
    },
    touched(commit: string, limit: number) {
      assertObjects(commit)
      return countCommitsPerFile(dir, commit, limit)
    },
    changes(from: string | null, to: string, ask: ChangesOptions = { renames: true }) {
      assertObjects(from, to)
      return treeChanges(dir, from, to, ask)
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
