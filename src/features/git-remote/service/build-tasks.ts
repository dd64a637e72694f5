import { type BlobInput, buildBlobs, type BuiltBlobs } from '#platform/git/library/build-blobs.ts'
import { buildCommits, type BuiltCommits, type CommitsInput } from '#platform/git/library/build-commits.ts'
import type { Task } from '#platform/threads.ts'

/** A batch takes less than a second on an idle machine. */
const DEADLINE_MS = 20_000

export const buildBlobsTask: Task<readonly BlobInput[], BuiltBlobs> = {
  name: 'git-blobs',
  deadlineMs: DEADLINE_MS,
  run: buildBlobs,
}

export const buildCommitsTask: Task<CommitsInput, BuiltCommits> = {
  name: 'git-commits',
  deadlineMs: DEADLINE_MS,
  run: buildCommits,
}
