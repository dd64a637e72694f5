export const MARKDOWN_LANGUAGES = ['Markdown', 'RMarkdown', 'MDX'] as const

/** Apart from the table of languages, which is too large for the scripts of a page. */
export function isMarkdown(language: string): boolean {
  return MARKDOWN_LANGUAGES.some((each) => each === language)
}
