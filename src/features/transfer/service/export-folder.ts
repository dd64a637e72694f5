import { SITE_ZONE } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { streamZip, type ZipEntry, type ZipStream } from '#platform/zip.ts'
import { type FileWithHistory, listFilesThatHave, pathOf, walkLibrary } from '#features/files/public.ts'
import { listRepos } from '#features/repos/public.ts'
import { readPreferences } from '#features/settings/public.ts'
import { formatLines, formatRange, isOver, sharePath, walkShares } from '#features/shares/public.ts'
import { fileItem, type Renamed, shareItem, writeReadme, writeReminders } from '../folder/lists.ts'
import { escapeMarkdown, type ListItem, writeList } from '../folder/markdown.ts'
import { createPortablePaths } from '../folder/names.ts'
import type { FolderWords } from '../folder/words.ts'
import { entry, type FolderJob } from './folder-job.ts'
import { boardEntries, fileNotesEntry, repoNotesEntries } from './folder-notes.ts'
import { textEntries } from './text-entries.ts'

/** A zip for people who leave: the newest texts under their own names, and everything else as Markdown. */
export async function exportFolder(ctx: UserCtx, words: FolderWords, origin: string): Promise<ZipStream> {
  return ctx.slots.transfers.stream(ctx.user.id, () => streamZip(entries(ctx, words, origin)))
}

async function* entries(ctx: UserCtx, words: FolderWords, origin: string): AsyncGenerator<ZipEntry> {
  const { timeZone } = await readPreferences(ctx)
  const date = ctx.now.toISOString().slice(0, 10)
  const counts = { files: 0, notes: 0, boards: 0, reminders: 0, shares: 0, repositories: 0 }
  const style = { words, locale: ctx.locale, timeZone: timeZone ?? SITE_ZONE }
  const job: FolderJob = { ctx, style, root: `codeshelf-${date}/`, counts, reminders: [] }
  const { listed, renamed } = yield* fileEntries(job)
  yield* boardEntries(job)
  yield* repoNotesEntries(job)
  const shares = await listShares(job, origin)
  const repositories = await listRepositories(job)
  yield entry(job, 'files.md', writeList(words.filesTitle, listed, words.empty))
  yield entry(job, 'reminders.md', writeReminders(job.reminders, style))
  yield entry(job, 'shares.md', writeList(words.sharesTitle, shares, words.empty))
  yield entry(job, 'repositories.md', writeList(words.repositoriesTitle, repositories, words.empty))
  counts.reminders = job.reminders.length
  yield entry(job, 'README.md', writeReadme(date, counts, renamed, style))
}

type WrittenFiles = { listed: ListItem[]; renamed: Renamed[] }

async function* fileEntries(job: FolderJob): AsyncGenerator<ZipEntry, WrittenFiles> {
  const { ctx, root, style, counts } = job
  const pathFor = createPortablePaths()
  const withNotes = new Set(await listFilesThatHave(ctx, 'has:note'))
  const [listed, renamed]: [ListItem[], Renamed[]] = [[], []]
  for await (const batch of walkLibrary(ctx)) {
    const files = batch
      .filter(({ deletedAt }) => deletedAt === null)
      .map((file) => ({ file, name: pathFor(file), ...newestOf(file) }))
    const missing = new Set<string>()
    const wanted = files.map(({ file, name, sha256, sizeBytes }) => ({
      path: `${root}files/${name}`,
      sha256,
      sizeBytes,
      createdAt: file.updatedAt,
    }))
    yield* textEntries(ctx, wanted, missing)
    for (const { file, name } of files) {
      // The file was purged during the download.
      if (missing.has(`${root}files/${name}`)) continue
      counts.files += 1
      listed.push(fileItem({ ...file, fileName: pathOf(file), name }, style))
      if (name !== pathOf(file)) renamed.push({ name, fileName: pathOf(file) })
      if (withNotes.has(file.id)) yield* fileNotesEntry(job, { id: file.id, path: pathOf(file) }, name)
    }
  }
  return { listed, renamed }
}

function newestOf({ fileName, versions }: FileWithHistory): { sha256: string; sizeBytes: number } {
  const newest = versions.at(-1)
  if (!newest) throw new Error(`The file ${fileName} has no version`)
  return { sha256: newest.sha256.toString('hex'), sizeBytes: newest.sizeBytes }
}

async function listShares({ ctx, style, counts }: FolderJob, origin: string): Promise<ListItem[]> {
  const items: ListItem[] = []
  for await (const shares of walkShares(ctx)) {
    for (const share of shares) {
      const files = share.files.map((file) => ({
        ...file,
        hiddenLines: formatLines(file.hiddenLines),
        lines: file.range ? formatRange(file.range) : '',
      }))
      const listed = { ...share, files, url: origin + sharePath(share), isOver: isOver(share, ctx.now) }
      items.push(shareItem(listed, style))
    }
  }
  counts.shares = items.length
  return items
}

async function listRepositories({ ctx, style: { words }, counts }: FolderJob): Promise<ListItem[]> {
  const repos = await listRepos(ctx)
  counts.repositories = repos.length
  return repos.map(({ name, url, askedBranch }) => ({
    head: escapeMarkdown(name),
    facts: [`<${url}>`, askedBranch !== null && `${words.branch}: ${escapeMarkdown(askedBranch)}`],
  }))
}
