import type { UserCtx } from '#platform/ctx.ts'
import { sha256 } from '#platform/crypto.ts'
import type { ZipEntry } from '#platform/zip.ts'
import { listExistingBoards } from '#features/boards/public.ts'
import { listRepos } from '#features/repos/public.ts'
import { findPerson } from '#features/auth/public.ts'
import { areDefaults, readPreferences } from '#features/settings/public.ts'
import { sharePath, walkShares } from '#features/shares/public.ts'
import { listViews } from '#features/views/public.ts'
import type { LibraryFormat, ManifestRow } from '../library.ts'

type Section = AsyncGenerator<ZipEntry, ManifestRow[]>
type Thing = { path: string; modified: Date; text: string }

/** Items that are JSON alone. */
async function* section(things: readonly Thing[]): Section {
  const rows: ManifestRow[] = []
  for (const { path, modified, text } of things) {
    const content = Buffer.from(text, 'utf8')
    rows.push({ path, sidecar: path, sidecarSha256: sha256(content).toString('hex'), inTrash: false })
    yield { name: path, modified, content }
  }
  return rows
}

/** The rows of the shares, each with the files that it needs. */
export type SharedRow = { row: ManifestRow; fileIds: string[] }

export async function* exportShares(ctx: UserCtx, format: LibraryFormat): AsyncGenerator<ZipEntry, SharedRow[]> {
  const rows: SharedRow[] = []
  for await (const shares of walkShares(ctx)) {
    for (const { key, ...share } of shares) {
      const text = format.writeShare({ ...share, path: sharePath({ ...share, key }) })
      const [row] = yield* section([{ path: `shares/${share.id}.json`, modified: share.createdAt, text }])
      if (row) rows.push({ row, fileIds: share.files.map(({ fileId }) => fileId) })
    }
  }
  return rows
}

export async function* exportBoards(ctx: UserCtx, format: LibraryFormat): Section {
  const boards = await listExistingBoards(ctx)
  const things = boards.map((board) => ({
    path: `boards/${board.id}.json`,
    modified: board.createdAt,
    text: format.writeBoard(board),
  }))
  return yield* section(things)
}

export async function* exportViews(ctx: UserCtx, format: LibraryFormat): Section {
  const views = await listViews(ctx)
  const things = views.map((view) => ({
    path: `views/${view.id}.json`,
    modified: view.createdAt,
    text: format.writeView(view),
  }))
  return yield* section(things)
}

export async function* exportRepos(ctx: UserCtx, format: LibraryFormat): Section {
  const repos = await listRepos(ctx)
  const things = repos.map(({ id, name, url, askedBranch, createdAt }) => ({
    path: `repositories/${id}.json`,
    modified: createdAt,
    text: format.writeRepo({ name, url, branch: askedBranch, createdAt }),
  }))
  return yield* section(things)
}

export async function* exportSettings(ctx: UserCtx, format: LibraryFormat): Section {
  const preferences = await readPreferences(ctx)
  const { locale, theme } = (await findPerson(ctx.db, ctx.user.id)) ?? { locale: null, theme: 'system' }
  if (areDefaults(preferences) && locale === null && theme === 'system') return []
  const text = format.writeSettings({ ...preferences, shortcuts: { ...preferences.shortcuts }, locale, theme })
  return yield* section([{ path: 'settings.json', modified: ctx.now, text }])
}
