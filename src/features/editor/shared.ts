import { type Fields, NO_FIELDS } from './fields.ts'

/** What another app shared: words, an address, files. `text` is null of a file that is no text, `isCut` of one that is too long. */
export type Shared = {
  title: string
  text: string
  url: string
  files: readonly { name: string; text: string | null; isCut: boolean }[]
}

export type Trouble = 'binary' | 'too_large' | 'several' | null

/** A filled form and nothing more: what comes from outside is kept only when a person says so. */
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

/** Some systems put the address into the text as well. */
function contentOf({ text, url }: Shared): string {
  if (url === '' || text.includes(url)) return text
  return text === '' ? `${url}\n` : `${text}\n${url}\n`
}
