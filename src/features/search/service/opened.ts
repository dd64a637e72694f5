import type { UserCtx } from '#platform/ctx.ts'
import { listExistingBoards } from '#features/boards/public.ts'
import { findLiveFiles } from '#features/files/public.ts'
import { findFiles, isReadable, listRepos, type Repo, repoHref } from '#features/repos/public.ts'
import { type OpenedPage, type OpenedThing, parseOpenedPage, SHOWN_OPENED } from '../opened.ts'

type Found = (page: OpenedPage) => OpenedThing | null

/** The things that these addresses are about, in the same order. What is in the trash, deleted or somebody else's is left out. */
export async function listOpened(ctx: UserCtx, addresses: readonly string[]): Promise<OpenedThing[]> {
  const pages = addresses.flatMap((address) => parseOpenedPage(address) ?? [])
  const finders = await Promise.all([filesOf(ctx, pages), boardsOf(ctx, pages), reposOf(ctx, pages)])
  const things = pages.flatMap((page) => finders.flatMap((find) => find(page) ?? []))
  return [...new Map(things.map((thing) => [thing.url, thing])).values()].slice(0, SHOWN_OPENED)
}

async function filesOf(ctx: UserCtx, pages: readonly OpenedPage[]): Promise<Found> {
  const ids = pages.flatMap((page) => (page.kind === 'file' ? [page.id] : []))
  const files = ids.length > 0 ? await findLiveFiles(ctx, ids) : []
  const byId = new Map(files.map((file) => [String(file.id), file]))
  return (page) => {
    const file = page.kind === 'file' ? byId.get(page.id) : undefined
    return file ? { group: 'files', url: `/file/${file.id}`, title: file.fileName, place: file.folder } : null
  }
}

async function boardsOf(ctx: UserCtx, pages: readonly OpenedPage[]): Promise<Found> {
  const boards = pages.some(({ kind }) => kind === 'board') ? await listExistingBoards(ctx) : []
  return (page) => {
    const board = page.kind === 'board' ? boards.find(({ id }) => id === page.id) : undefined
    return board ? { group: 'boards', url: `/boards/${board.id}`, title: board.name, place: '' } : null
  }
}

async function reposOf(ctx: UserCtx, pages: readonly OpenedPage[]): Promise<Found> {
  const asked = pages.flatMap((page) => (page.kind === 'repo' ? [page] : []))
  const repos = asked.length > 0 ? await listRepos(ctx) : []
  const found = new Set<string>()
  for (const repo of repos) {
    const paths = asked.flatMap(({ name, path }) => (name === repo.name ? [path] : []))
    for (const path of await existing(ctx, repo, paths)) found.add(repoHref(repo.name, path))
  }
  return (page) => {
    if (page.kind !== 'repo') return null
    const { name, path } = page
    const url = repoHref(name, path)
    if (!found.has(url)) return null
    const title = path === '' ? name : path.slice(path.lastIndexOf('/') + 1)
    return { group: 'repos', url, title, place: path === '' ? '' : name }
  }
}

/** Folders are left out: only files are in the list of a repository. */
async function existing(ctx: UserCtx, repo: Repo, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const files = paths.filter((path) => path !== '')
  const listed = files.length > 0 && (await isReadable(ctx, repo)) ? await findFiles(ctx, repo, files) : new Map()
  return paths.filter((path) => path === '' || listed.has(path))
}
