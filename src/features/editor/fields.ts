/** The fields of the form as they stand in it: text, whatever was typed. `language` is empty while it is detected. */
export type Fields = { fileName: string; content: string; language: string; description: string; tags: string }

export const NO_FIELDS: Fields = { fileName: '', content: '', language: '', description: '', tags: '' }

/** The version that a save will be based on. `content` is exactly what is stored. */
export type EditedFile = {
  id: string
  version: number
  fileName: string
  language: string
  languageIsChosen: boolean
  content: string
}

/** Why the last attempt was not saved. `theirs` is what is stored instead of what the person saw. */
export type Refused = { text: string; suggestion?: string; theirs?: { version: number; content: string } }

/** What the page shows; without a file it makes a new one. */
export type Form = { file: EditedFile | null; fields: Fields; refused?: Refused }

/** Tags are typed in one box, apart by commas. A tag is what stands between them, once. */
export function readTags(text: string): string[] {
  const tags = text.split(/[,\n]/).map((tag) => tag.trim())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

export function writeTags(tags: readonly string[]): string {
  return tags.join(', ')
}
