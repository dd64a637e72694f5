import type { FileId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { addRepo } from '#features/repos/service/repos.ts'
import { insertOrigin } from '#features/repos/store/origins.ts'
import { addressOf } from '#features/shares/service/address.ts'
import { visibleLines } from '#features/shares/shared-note.ts'
import { insertKey, insertShare } from '#features/shares/store/shares.ts'
import { createView } from '#features/views/service/views.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { newId } from '#platform/random.ts'
import type { TestApp } from './app.ts'
import type { RandomFile, RandomLibrary, RandomShare, RandomView } from './random-library.ts'

type Account = Pick<RandomLibrary, 'locale' | 'theme' | 'settings'>
const NEW_ACCOUNT: Account = { locale: null, theme: 'system', settings: null }

/** The row of the account, and its settings. */
export async function writeAccount(app: TestApp, userId: string, { locale, theme, settings } = NEW_ACCOUNT) {
  const { now } = app.clock
  await app.pool.query(
    `insert into users (user_id, first_name, locale, theme, created_at, last_sign_in_at) values ($1, 'Dana', $2, $3, $4, $4)`,
    [userId, locale, theme, now],
  )
  if (!settings) return
  const { timeZone, indent, shortcuts, instructions } = settings
  await app.pool.query(
    `insert into preferences (user_id, time_zone, editor_wraps, editor_indent, editor_text_size, shortcuts, agent_instructions)
     values ($1, $2, true, $3, 16, $4, $5)`,
    [userId, timeZone, indent, JSON.stringify(shortcuts), instructions],
  )
}

export async function writeRepos(ctx: UserCtx, names: readonly string[]): Promise<void> {
  for (const [n, name] of names.entries()) {
    const createdAt = addSeconds(ctx.now, -50_000 - n)
    await addRepo(ctx, { url: `https://github.com/${name}`, branch: n === 0 ? null : 'main', createdAt })
  }
}

export async function writeOrigin(ctx: UserCtx, fileId: FileId, origin: NonNullable<RandomFile['origin']>) {
  const { path: repoPath, renamedTo, version, isSent } = origin
  const sentOid = isSent ? 'd'.repeat(64) : null
  const repo = { repoName: 'octo/shelf', repoUrl: 'https://github.com/octo/shelf.git', repoPath, renamedTo }
  const at = { commit: 'a'.repeat(40), oid: 'b'.repeat(40), takenAt: ctx.now }
  await insertOrigin(ctx.db, ctx.user.id, { fileId, ...repo, ...at, version, sentOid })
}

type Noted = Readonly<Record<'file' | 'board', readonly string[]>>

/** One of the notes of a file or a board, where there is none, is a search of notes. */
export async function writeView(ctx: UserCtx, { name, of, q, n }: RandomView, noted: Noted): Promise<void> {
  const isNoted = of === 'file' || of === 'board'
  const target = isNoted ? noted[of][n % noted[of].length] : undefined
  const query = new URLSearchParams({ q, ...(isNoted && target !== undefined && { [of]: target }) }).toString()
  await createView(ctx, { name, page: isNoted ? 'notes' : of, query })
}

type Shared = { id: FileId; versions: string[] }

export async function writeShares(ctx: UserCtx, shares: readonly RandomShare[], files: readonly Shared[]) {
  for (const { isPublic, files: chosen, age, days, views } of shares) {
    const createdAt = addSeconds(ctx.now, -age)
    const id = newId<'share'>(createdAt)
    const share = {
      id,
      kind: isPublic ? ('public' as const) : ('internal' as const),
      ...(isPublic ? addressOf(ctx.newToken()) : { key: id, seed: null }),
      createdAt,
      expiresAt: days === null ? null : addSeconds(createdAt, days * SECONDS_PER_DAY),
      views,
      lastViewedAt: views > 0 ? ctx.now : null,
    }
    const versions = chosen.slice(0, isPublic ? chosen.length : 1).flatMap(({ n, version, hiddenLines, range }, i) => {
      const file = files[n % files.length]
      return file
        ? [{ position: i + 1, fileId: file.id, version: (version % file.versions.length) + 1, hiddenLines, range }]
        : []
    })
    const notes = versions.flatMap(({ position, hiddenLines, range }) =>
      (chosen[position - 1]?.notes ?? []).map(({ hasLines, ...text }, i) => ({
        ...text,
        position,
        number: i + 1,
        lines: hasLines && !range ? visibleLines({ start: 2, end: 3 }, hiddenLines) : null,
      })),
    )
    await insertKey(ctx.db, ctx.user.id, share)
    await insertShare(ctx.db, ctx.user.id, share, versions, notes)
  }
}
