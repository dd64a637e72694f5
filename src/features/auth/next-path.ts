import { isSitePath } from '#base/site-path.ts'

/** Accepts only a path of this site: anything else would be an open redirect. */
export function safeNext(next: string | undefined): string {
  return next !== undefined && isSitePath(next) ? next : '/dashboard'
}
