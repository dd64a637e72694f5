import { detectLanguage, isHtml, isMarkdown, isSvg } from '#base/language/language.ts'
import { countLines } from '#base/lines.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { decodeText } from '#features/files/public.ts'
import { renderCode, type CodeRenderer } from '#features/viewer/public.ts'
import { fileNameOf } from '../links.ts'
import { MAX_TEXT_BYTES, type Repo } from '../repo.ts'
import type { FileShown, OpenedFile } from '../view.ts'
import { readBytes } from './open.ts'

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
  const language = detectLanguage(fileNameOf(file.path), text)
  const hasRendered = isMarkdown(language) || isSvg(language) || isHtml(language)
  return {
    as: 'text',
    text,
    language,
    lineCount: countLines(text),
    hasRendered,
    drawn: await renderCode(codeRenderer, ctx, text, { language, hiddenLines: [] }),
  }
}
