import { detectLanguage, isHtml, isMarkdown, isSvg } from '#base/language/language.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import { fileNameOf, folderOf, linkInRepo } from '../links.ts'
import { notText } from '../problems.ts'
import type { RepoId } from '../repo.ts'
import type { At, FolderItem, Readme, RenderedFile, RenderedKind, RenderedText } from '../view.ts'
import { readText } from './open.ts'

/** How the library shows such texts, safely. It knows notes, which know repositories: handed in from above. */
export type Renderers = {
  markdown: (ctx: UserCtx, repoId: RepoId, text: string, link: (href: string) => string) => Promise<RenderedText>
  /** Null: it cannot be made safe, and is shown as its text. */
  page: (ctx: UserCtx, repoId: RepoId, text: string) => string | null
}

function renderedKind(language: string): RenderedKind | null {
  if (isMarkdown(language)) return 'markdown'
  if (isSvg(language)) return 'svg'
  return isHtml(language) ? 'html' : null
}

/** A file that has another form than its source. */
export async function renderFile(ctx: UserCtx, at: At, path: string, { markdown }: Renderers): Promise<RenderedFile> {
  const text = await readText(ctx, at, path)
  const kind = renderedKind(detectLanguage(fileNameOf(path), text))
  if (kind === null) throw notText({ repo_path: path })
  if (kind !== 'markdown') return { kind }
  return { kind, text: await markdown(ctx, at.repo.id, text, linksOf(at, path)) }
}

/** What a frame or a picture of that page loads. */
export async function readSealed(ctx: UserCtx, at: At, path: string, wanted: 'svg' | 'html'): Promise<string> {
  const text = await readText(ctx, at, path)
  if (renderedKind(detectLanguage(fileNameOf(path), text)) !== wanted) throw notText({ repo_path: path })
  return text
}

const README = /^readme\.(md|markdown)$/i

/** What a folder says about itself. One that is no text, or too large for one, is left to its own page. */
export async function readmeOf(
  ctx: UserCtx,
  at: At,
  items: readonly FolderItem[],
  { markdown }: Renderers,
): Promise<Readme | null> {
  const found = items.find(({ name, kind }) => kind === 'file' && README.test(name))
  if (!found) return null
  try {
    const text = await readText(ctx, at, found.path)
    return { path: found.path, text: await markdown(ctx, at.repo.id, text, linksOf(at, found.path)) }
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

const linksOf = (at: At, path: string) => (href: string) =>
  linkInRepo(at.repo.name, folderOf(path), at.isPinned ? at.commit : undefined, href)
