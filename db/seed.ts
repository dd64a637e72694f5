import { DEMO_USERS, seedPerson } from '#features/auth/public.ts'
import { saveByName, setFavorites, setPinned, totalOf } from '#features/files/public.ts'
import { trashFiles } from '#features/files/service/bulk.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { newId, newToken } from '#platform/random.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { DANA } from './seed/dana.ts'
import { DANA_MORE } from './seed/dana-more.ts'
import { NOA, OMER } from './seed/others.ts'
import type { SeedFile } from './seed/seed-file.ts'

const LIBRARIES: Record<(typeof DEMO_USERS)[number]['firstName'], readonly SeedFile[]> = {
  Dana: [...DANA, ...DANA_MORE],
  Omer: OMER,
  Noa: NOA,
}
const TRASH_DAYS = 30

/** Dana, Omer and Noa, with something to look at. Safe to repeat: what is there stays. */
export async function seed(db: Db, now: Date): Promise<number> {
  for (const person of DEMO_USERS) {
    const user = { ...person, id: await seedPerson(db, person, now) }
    const at = (moment: Date): UserCtx => ({
      db,
      now: moment,
      user,
      emit: () => undefined,
      newId: () => newId(moment),
      newToken,
      requestId: 'seed',
      locale: 'he',
    })
    if ((await totalOf(at(now))) === 0) await seedLibrary(at, now, LIBRARIES[person.firstName])
  }
  return DEMO_USERS.length
}

/** In the order of their days, each save at its own moment, through the same use-cases as anybody's. */
async function seedLibrary(at: (moment: Date) => UserCtx, now: Date, files: readonly SeedFile[]): Promise<void> {
  const saves = files.flatMap((file, place) =>
    file.versions.map(({ daysAgo, content }, version) => ({
      file,
      content,
      isLast: version === file.versions.length - 1,
      // Not all at the same time of day.
      moment: addSeconds(now, -daysAgo * SECONDS_PER_DAY - place * 1_337),
    })),
  )
  for (const { file, content, moment, isLast } of saves.toSorted((a, b) => a.moment.getTime() - b.moment.getTime())) {
    const ctx = at(moment)
    const { name: fileName, description, tags } = file
    const { id } = await saveByName(ctx, { fileName, content, description, tags, source: 'web' })
    if (!isLast) continue
    if (file.isFavorite) await setFavorites(ctx, [id], true)
    if (file.isPinned) await setPinned(ctx, id, true)
    if (file.isTrashed) await trashFiles(at(addSeconds(now, -SECONDS_PER_DAY)), [id], TRASH_DAYS)
  }
}
