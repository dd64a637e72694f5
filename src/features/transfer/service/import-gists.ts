import { type FileImport, importFile, type ImportFile } from '#features/files/public.ts'
import type { Gist, GistFile } from '../gist.ts'
import { gistWithoutText } from '../problems.ts'

/** Imports every file of every gist, with its description, URL and dates. Importing a gist again creates versions. */
export async function importGists(
  run: FileImport,
  gists: readonly Gist[],
  isDisconnected: () => boolean,
): Promise<void> {
  for (const gist of gists) {
    for (const file of gist.files) {
      if (isDisconnected()) return
      await importFile(run, toImport(run, gist, file))
    }
  }
}

function toImport({ ctx }: FileImport, gist: Gist, { name, content, language }: GistFile): ImportFile {
  if (content === null) return { kind: 'refused', path: name, error: gistWithoutText() }
  const createdAt = gist.createdAt ?? ctx.now
  return {
    kind: 'sourced',
    path: name,
    draft: {
      fileName: name,
      content,
      description: gist.description,
      ...(gist.url !== null && { sourceUrl: gist.url }),
    },
    fresh: { createdAt, updatedAt: gist.updatedAt ?? createdAt, language },
  }
}
