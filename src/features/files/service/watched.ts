import type { FileId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import { readVersion } from '../store/bodies.ts'

export {
  isUnchecked,
  listUnchecked,
  lockUnchecked,
  putChecked,
  type UncheckedFile,
  watchFile,
} from '../store/watched.ts'

/** The text of a version, for a job, which acts for no visitor. */
export async function findVersionText(db: Db, userId: UserId, id: FileId, version: number): Promise<string | null> {
  return readVersion(db, userId, id, version)
}
