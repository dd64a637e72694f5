/** A path of this site and of no other: one leading slash, and nothing that browsers would turn into a second one. */
export function isSitePath(text: string): boolean {
  // Browsers drop tabs and line breaks inside addresses: "/\t/evil" would become "//evil".
  return /^\/(?![/\\])/.test(text) && !/[\p{Cc}\\]/u.test(text)
}
