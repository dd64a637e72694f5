import type { FileId } from '#base/ids.ts'
import { isStorableText } from '#base/text.ts'

/** The upstream file that a library file was copied from. */
export type Origin = {
  fileId: FileId
  repoName: string
  repoUrl: string
  /** Its path at that time. */
  repoPath: string
  /** Its new path after a sync found that upstream renamed it. */
  renamedTo: string | null
  commit: string
  oid: string
  /** Our version with the same text as upstream had, if there is one. */
  version: number | null
  /** The object that we pushed upstream since. */
  sentOid: string | null
}

/** An origin as an export contains it. */
export type ExactOrigin = Origin & { takenAt: Date }

/** `unknown`: there is no mirror, or it cannot be read. `gone`: the path no longer exists. */
export type DriftState = 'same' | 'changed' | 'renamed' | 'gone' | 'unknown'

/** The current state of the upstream file. */
export type Upstream = {
  origin: Origin
  state: DriftState
  /** The upstream text differs from the copied one; a renamed file can have changed too. */
  hasChanged: boolean
  /** Its current or last path. */
  path: string
  /** The commit that pages read by default; null when the state is unknown. */
  head: string | null
  /** Its current object id. */
  oid: string | null
}

/** The origin, and the user's current commit of that repository if the user has it. */
export type OriginRow = Origin & { isMirrored: boolean; head: string | null }

/** The current path of the upstream file, as far as syncs have followed it. */
export function pathOf({ renamedTo, repoPath }: Origin): string {
  return renamedTo ?? repoPath
}

/** The object at its path in the user's current commit, null when there is none; unknown when the mirror cannot be read. */
export type CurrentObject = { oid: string | null } | 'unknown'

export function upstreamOf(row: OriginRow, current: CurrentObject): Upstream {
  const { isMirrored: _, head, ...origin } = row
  const path = pathOf(origin)
  if (head === null || current === 'unknown')
    return { origin, state: 'unknown', hasChanged: false, path, head: null, oid: null }
  const { oid: currentOid } = current
  if (currentOid === null) return { origin, state: 'gone', hasChanged: false, path, head, oid: null }
  const hasChanged = currentOid !== origin.oid && currentOid !== origin.sentOid
  const state = origin.renamedTo !== null ? 'renamed' : hasChanged ? 'changed' : 'same'
  return { origin, state, hasChanged, path, head, oid: currentOid }
}

const MAX_PATH_CHARS = 10_000
const OBJECT_ID = /^([0-9a-f]{40}|[0-9a-f]{64})$/

/** The first field of an exported origin that could not have been stored; an export may have been edited. */
export function invalidFieldOf(origin: Omit<ExactOrigin, 'fileId' | 'repoName'>): string | null {
  const { repoPath, renamedTo, commit, oid, version, sentOid } = origin
  const isPath = (path: string) => path !== '' && path.length <= MAX_PATH_CHARS && isStorableText(path)
  const rules = {
    repo_path: isPath(repoPath),
    renamed_to: renamedTo === null || isPath(renamedTo),
    commit: OBJECT_ID.test(commit),
    oid: OBJECT_ID.test(oid),
    sent_oid: sentOid === null || OBJECT_ID.test(sentOid),
    version: version === null || (version >= 1 && version <= 2_147_483_647),
  }
  return Object.entries(rules).find(([, isKept]) => !isKept)?.[0] ?? null
}
