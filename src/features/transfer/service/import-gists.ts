import { detectLanguage, isLanguage } from '#base/language/language.ts'
import { countLines } from '#base/lines.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { type Draft, type File, getFile, keepByKey, refuse, restoreExact, type Upload } from '#features/files/public.ts'
import type { Gist, GistFile } from '../gist.ts'
import { gistWithoutText } from '../problems.ts'

/** Every file of every gist, with the gist's description, address and dates. The same gist again makes new versions. */
export async function importGists(upload: Upload, gists: readonly Gist[], isGone: () => boolean): Promise<void> {
  for (const gist of gists) {
    for (const file of gist.files) {
      if (isGone()) return
      try {
        if (file.content === null) throw gistWithoutText()
        const draft = draftOf(gist, file, file.content)
        const putFresh = (ctx: UserCtx, fresh: Draft) => restoreGistFile(ctx, gist, file, fresh)
        upload.results.push(await keepByKey(upload, file.name, draft, putFresh))
      } catch (error) {
        refuse(upload, file.name, error)
      }
    }
  }
}

function draftOf(gist: Gist, file: GistFile, content: string): Draft {
  return {
    fileName: file.name,
    content,
    source: 'import',
    description: gist.description,
    ...(gist.url !== null && { sourceUrl: gist.url }),
  }
}

/** A new file whose age is the gist's. GitHub's word on the language is kept where ours would be another. */
async function restoreGistFile(ctx: UserCtx, gist: Gist, file: GistFile, draft: Draft): Promise<File> {
  const detected = detectLanguage(draft.fileName, draft.content)
  const language = file.language !== null && isLanguage(file.language) ? file.language : detected
  const createdAt = gist.createdAt ?? ctx.now
  const updatedAt = gist.updatedAt ?? createdAt
  const { file: kept } = await restoreExact(ctx, {
    fileName: draft.fileName,
    language,
    languageIsChosen: language !== detected,
    description: gist.description,
    tags: [],
    repo: null,
    sourceUrl: gist.url,
    isFavorite: false,
    isPinned: false,
    createdAt,
    updatedAt,
    touchedAt: ctx.now,
    deletedAt: null,
    purgeAt: null,
    versions: [
      { version: 1, linesAdded: countLines(draft.content), linesRemoved: 0, source: 'import', createdAt: updatedAt },
    ],
    contentOf: async () => draft.content,
  })
  return getFile(ctx, kept.id)
}
