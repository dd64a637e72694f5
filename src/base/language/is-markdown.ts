/** Apart from the table of languages, which is too large for the scripts of a page. */
export function isMarkdown(language: string): boolean {
  return language === 'Markdown' || language === 'RMarkdown' || language === 'MDX'
}
