import { isSitePath } from '#base/site-path.ts'

/** Where to go after signing in: only a path of this site, or an attacker's link would carry people elsewhere. */
export function safeNext(next: string | undefined): string {
  return next !== undefined && isSitePath(next) ? next : '/dashboard'
}
