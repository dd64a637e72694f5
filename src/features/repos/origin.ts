import type { FileId } from '#base/ids.ts'

/** Where a file of the library was taken from, whole. */
export type Origin = {
  fileId: FileId
  repoName: string
  repoUrl: string
  /** Where it was then. */
  repoPath: string
  /** Where a sync found it after it was renamed there. */
  renamedTo: string | null
  commit: string
  oid: string
  /** The version of ours that says what it said there, if one does. */
  version: number | null
  /** What we sent there ourselves since. */
  sentOid: string | null
}

/** `unknown`: the copy of the repository is not here, or cannot be read. `gone`: nothing stands at its path any more. */
export type DriftState = 'same' | 'changed' | 'renamed' | 'gone' | 'unknown'

/** What is known of the place today. */
export type Upstream = {
  origin: Origin
  state: DriftState
  /** Its text is another one there: also true of some that were renamed. */
  hasChanged: boolean
  /** Where it is now, or was last. */
  path: string
  /** The commit that everybody reads at; null when nothing is known. */
  head: string | null
  /** Its object there. */
  oid: string | null
}

/** What the database says of it. */
export type OriginRow = Origin & { repoId: string | null; head: string | null; currentOid: string | null }

export function upstreamOf(row: OriginRow, isReadable: boolean): Upstream {
  const { repoId: _, head, currentOid, ...origin } = row
  const path = origin.renamedTo ?? origin.repoPath
  if (head === null || !isReadable) return { origin, state: 'unknown', hasChanged: false, path, head: null, oid: null }
  if (currentOid === null) return { origin, state: 'gone', hasChanged: false, path, head, oid: null }
  const hasChanged = currentOid !== origin.oid && currentOid !== origin.sentOid
  const state = origin.renamedTo !== null ? 'renamed' : hasChanged ? 'changed' : 'same'
  return { origin, state, hasChanged, path, head, oid: currentOid }
}
