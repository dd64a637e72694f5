/** A path of this site only: one leading slash, and nothing that browsers would turn into a second one. */
export function isSitePath(text: string): boolean {
  // Browsers drop tabs and line breaks inside URLs: "/\t/evil" would become "//evil".
  return /^\/(?![/\\])/.test(text) && !/[\p{Cc}\\]/u.test(text)
}
