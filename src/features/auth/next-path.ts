/** Where to go after signing in: only a path of this site, or an attacker's link would carry people elsewhere. */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !/^\/(?![/\\])/.test(next)) return '/dashboard'
  // Browsers drop tabs and line breaks inside addresses: "/\t/evil" would become "//evil".
  if (/[\p{Cc}\\]/u.test(next)) return '/dashboard'
  return next
}
