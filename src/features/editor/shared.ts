import { type Fields, NO_FIELDS } from './fields.ts'

/** What another app shared: a text, a URL, files. `text` is null for a file that is not text, `isCut` is set for one that is too long. */
export type Shared = {
  title: string
  text: string
  url: string
  files: readonly { name: string; text: string | null; isCut: boolean }[]
}

export type Trouble = 'binary' | 'too_large' | 'several' | null

/** A filled form and nothing more: shared content is saved only when the user confirms. */
export function fromShared(
  shared: Shared,
  isFileName: (name: string) => boolean,
): { fields: Fields; trouble: Trouble } {
  const [file] = shared.files
  if (!file)
    return { fields: { ...NO_FIELDS, content: contentOf(shared), description: shared.title.trim() }, trouble: null }
  const name = file.name.split(/[/\\]/).at(-1) ?? ''
  const fields = { ...NO_FIELDS, fileName: isFileName(name) ? name : '', content: file.text ?? '', description: '' }
  if (file.isCut) return { fields, trouble: 'too_large' }
  if (file.text === null) return { fields, trouble: 'binary' }
  return { fields, trouble: shared.files.length > 1 ? 'several' : null }
}

/** Some systems also put the URL into the text. */
function contentOf({ text, url }: Shared): string {
  if (url === '' || text.includes(url)) return text
  return text === '' ? `${url}\n` : `${text}\n${url}\n`
}
