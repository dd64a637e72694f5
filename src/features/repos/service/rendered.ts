import { detectLanguage, isHtml, isMarkdown, isSvg } from '#base/language/language.ts'
import type { HtmlBytes } from '#base/html-slot.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import {
  type LinkBase,
  type RenderedKind,
  type RenderedText,
  renderSource,
  safePage,
} from '#features/rendered/public.ts'
import { fileNameOf, folderOf, pinOf, repoHref } from '../links.ts'
import { notText } from '../problems.ts'
import type { At, FolderItem, Readme, RenderedFile } from '../view.ts'
import { readText } from './open.ts'
import { openText } from './show-file.ts'

function renderedKind(language: string): RenderedKind | null {
  if (isMarkdown(language)) return 'markdown'
  if (isSvg(language)) return 'svg'
  return isHtml(language) ? 'html' : null
}

/** A file that has a rendered form. */
export async function renderFile(ctx: UserCtx, at: At, path: string): Promise<RenderedFile> {
  const { file, text } = await openText(ctx, at, path)
  const kind = renderedKind(detectLanguage(fileNameOf(path), text))
  if (kind === null) throw notText({ repo_path: path })
  if (kind !== 'markdown') return { file, kind }
  return { file, kind, text: await renderMarkdown(ctx, at, path, text) }
}

/** The document that the frame or image of that page loads. */
export async function readSealed(ctx: UserCtx, at: At, path: string, wanted: 'svg' | 'html'): Promise<string> {
  const text = await readText(ctx, at, path)
  if (renderedKind(detectLanguage(fileNameOf(path), text)) !== wanted) throw notText({ repo_path: path })
  return text
}

/** Sanitises an HTML page. Null: it cannot be made safe, so its source is shown. */
export async function sanitizePage(ctx: UserCtx, { repo }: At, text: string): Promise<HtmlBytes | null> {
  const page = await safePage(ctx, { type: 'repo', id: repo.id }, text)
  return page.outcome === 'safe' ? page.html : null
}

const README = /^readme\.(md|markdown)$/i

/** The README of a folder. One that is not text, or too large, is only shown on its own page. */
export async function readmeOf(ctx: UserCtx, at: At, items: readonly FolderItem[]): Promise<Readme | null> {
  const found = items.find(({ name, kind }) => kind === 'file' && README.test(name))
  if (!found) return null
  try {
    const text = await readText(ctx, at, found.path)
    return { path: found.path, text: await renderMarkdown(ctx, at, found.path, text) }
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

async function renderMarkdown(ctx: UserCtx, at: At, path: string, text: string): Promise<RenderedText> {
  return renderSource(ctx, { type: 'repo', id: at.repo.id }, text, { kind: 'repo', base: linksOf(at, path) })
}

function linksOf(at: At, path: string): LinkBase {
  const root = repoHref(at.repo.name)
  return { root, folder: folderOf(path), query: repoHref(at.repo.name, '', pinOf(at)).slice(root.length) }
}
