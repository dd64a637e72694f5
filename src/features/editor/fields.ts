import type { FileId } from '#base/ids.ts'

/** The raw values of the form fields. `fileName` may have folders before it; `language` is empty while it is detected. */
export type Fields = { fileName: string; content: string; language: string; description: string; tags: string }

export const NO_FIELDS: Fields = { fileName: '', content: '', language: '', description: '', tags: '' }

/** The version that a save is based on. `content` is exactly the stored text. */
export type EditedFile = {
  id: FileId
  version: number
  fileName: string
  language: string
  languageIsChosen: boolean
  content: string
}

/** Why the last save was refused. `theirs` is the stored text when it is not the one that the user saw. */
export type Refused = { text: string; suggestion?: string; theirs?: { version: number; content: string } }

/** The state of the page; without a file it creates a new one. */
export type Form = { file: EditedFile | null; fields: Fields; refused?: Refused }

/** Parses comma-separated tags and drops duplicates. */
export function readTags(text: string): string[] {
  const tags = text.split(/[,\n]/).map((tag) => tag.trim())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

export function writeTags(tags: readonly string[]): string {
  return tags.join(', ')
}
