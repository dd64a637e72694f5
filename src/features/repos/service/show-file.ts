import { detectLanguage, isHtml, isMarkdown, isSvg } from '#base/language/language.ts'
import { countLines } from '#base/lines.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import { decodeText } from '#features/files/public.ts'
import { renderCode, type CodeRenderer } from '#features/viewer/public.ts'
import { fileNameOf } from '../links.ts'
import { MAX_TEXT_BYTES, type Repo } from '../repo.ts'
import type { At, FileFacts, FileShown, OpenedFile, TextFacts } from '../view.ts'
import { openFile, readBytes, readTextOf } from './open.ts'

/** A symbolic link is shown as its own text and never followed; a file that is not text is shown as its kind. */
export async function showFile(
  ctx: UserCtx,
  repo: Repo,
  file: OpenedFile,
  codeRenderer: CodeRenderer,
): Promise<FileShown> {
  if (file.kind === 'submodule') return { as: 'submodule', commit: file.oid }
  if (file.size > MAX_TEXT_BYTES) return { as: 'large' }
  const { bytes } = await readBytes(ctx, repo, file, MAX_TEXT_BYTES)
  const text = decodeText(bytes)
  if (file.kind === 'symlink') return { as: 'symlink', target: text ?? '' }
  if (text === null) return { as: 'binary' }
  const facts = textFacts(file.path, text)
  const drawn = await renderCode(codeRenderer, ctx, text, { language: facts.language, hiddenLines: [] })
  return { as: 'text', text, ...facts, drawn }
}

function textFacts(path: string, text: string): TextFacts {
  const language = detectLanguage(fileNameOf(path), text)
  return {
    language,
    lineCount: countLines(text),
    hasRendered: isMarkdown(language) || isSvg(language) || isHtml(language),
  }
}

/** A text with what its header says. */
export async function openText(ctx: UserCtx, at: At, path: string): Promise<{ file: FileFacts; text: string }> {
  const file = await openFile(ctx, at, path)
  const text = await readTextOf(ctx, at, file)
  return { file: { ...file, text: textFacts(path, text) }, text }
}

/** Null: not a text, a folder, or a file that this commit no longer has. */
export async function findText(ctx: UserCtx, at: At, path: string): Promise<FileFacts | null> {
  try {
    return (await openText(ctx, at, path)).file
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}
