/** What the owner says about a file. */
export type About = { description: string; tags: readonly string[] }

/** Tags as their field shows them. */
export function writeTags(tags: readonly string[]): string {
  return tags.join(', ')
}
