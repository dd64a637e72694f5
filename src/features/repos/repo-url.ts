/** A parsed repository URL. */
export type ReadUrl =
  | { outcome: 'ok'; url: string; name: string }
  | { outcome: 'refused'; why: 'invalid' | 'not_https' | 'credentials' | 'host' }

export type AllowedHosts = { hosts: readonly string[]; testHosts: boolean }

/** Never begins with `-` or `.`, so it is neither an option of git nor a parent directory. */
const PART = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/
const MAX_CHARS = 400

/** Accepts only `https://host/owner/name`, with or without `.git`. */
export function readRepoUrl(text: string, allowed: AllowedHosts): ReadUrl {
  const given = text.trim()
  const url = given.length <= MAX_CHARS && URL.canParse(given) ? new URL(given) : null
  if (!url) return refused('invalid')
  const isTest = allowed.testHosts && url.protocol === 'http:' && url.hostname === '127.0.0.1'
  if (url.protocol !== 'https:' && !isTest) return refused('not_https')
  if (url.username !== '' || url.password !== '') return refused('credentials')
  if (!isTest && (url.port !== '' || !allowed.hosts.includes(url.hostname))) return refused('host')
  const [owner = '', last = '', ...more] = url.pathname.replace(/^\//, '').replace(/\/$/, '').split('/')
  const name = last.replace(/\.git$/, '')
  if (more.length > 0 || url.search !== '' || url.hash !== '' || !PART.test(owner) || !PART.test(name))
    return refused('invalid')
  // Add `.git`: one of the hosts redirects without it, and redirects are not followed.
  return { outcome: 'ok', url: `${url.origin}/${owner}/${name}.git`, name: `${owner}/${name}` }
}

function refused(why: Extract<ReadUrl, { outcome: 'refused' }>['why']): ReadUrl {
  return { outcome: 'refused', why }
}

/** A subset of the branch names that git allows. */
export function isBranchName(name: string): boolean {
  return (
    name.length > 0 &&
    name.length <= 200 &&
    !/[\s\p{Cc}~^:?*[\\]/u.test(name) &&
    !/^[-/.]|\.\.|@\{|\/\/|\/\.|\.lock$|[/.]$/.test(name) &&
    name.isWellFormed()
  )
}
