import type { Db } from '#platform/db/pool.ts'
import type { MirrorId } from '../repo.ts'
import { mirrorsOfOnly, usersOfMany } from '../store/repos.ts'

type Claim<Row> = (held: readonly MirrorId[]) => Promise<Row>

/**
 * Claims of a job with several lanes, of which one user never has all: the mirrors of a user who has all lanes but one are held back, unless
 * somebody else has them too. A sync may take a quarter of an hour, and one user may have fifty due.
 *
 * The lanes of a process claim one after the other, because two of them at once would not see each other's claims.
 */
export function claimsPerUser(db: Db, lanes: number, listClaimed: () => Promise<MirrorId[]>) {
  let last: Promise<unknown> = Promise.resolve()
  return <Row>(claim: Claim<Row>): Promise<Row> => {
    const next = last.then(async () => {
      const users = await usersOfMany(db, await listClaimed(), lanes - 1)
      return claim(await mirrorsOfOnly(db, users))
    })
    last = next.catch(() => undefined)
    return next
  }
}
