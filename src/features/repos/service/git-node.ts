import { parseId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Mirrors } from '#platform/git/mirrors.ts'
import { recordSeen } from '../store/git-nodes.ts'
import * as mirrorRows from '../store/mirrors.ts'

export { trackReports } from '../git-node.ts'

/** A page could not read the mirror: if its node is dead, another node fetches this mirror before the others of that node. */
export async function askForRepair(db: Db, mirrorId: string, now: Date): Promise<void> {
  const id = parseId<'mirror'>(mirrorId)
  if (id) await mirrorRows.askForRepair(db, id, now)
}

/** Keeps a git node known as alive. */
export async function reportAlive(db: Db, url: string): Promise<void> {
  await recordSeen(db, url)
}

/** For a node whose disk is new or was emptied: what it should hold is fetched again. */
export async function askForMissing(db: Db, mirrors: Mirrors, url: string, now: Date): Promise<void> {
  const folders = new Set(await mirrors.list())
  for (const id of await mirrorRows.listHeld(db, url)) if (!folders.has(id)) await mirrorRows.askForSync(db, id, now)
}
