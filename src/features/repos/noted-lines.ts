import type { UserId } from '#base/ids.ts'
import type * as following from '#features/following/noted-lines.ts'
import type { RepoId } from './repo.ts'

/** A user of a mirror with a path on which the user has notes, or from which the user copied a file. */
export type UsedPath = { userId: UserId; id: RepoId; name: string; url: string; path: string }

/** A note on lines of a repository file, of a user of a mirror. */
export type NotedLines = UsedPath & following.NotedLines
