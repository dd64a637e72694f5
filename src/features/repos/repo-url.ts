/** A parsed repository URL. */
export type ReadUrl =
  | { outcome: 'ok'; url: string; name: string }
  | { outcome: 'refused'; why: 'invalid' | 'not_https' | 'credentials' | 'host' }

export type AllowedHosts = { hosts: readonly string[]; testHosts: boolean }

/** Never begins with `-` or `.`, so it is neither an option of git nor a parent directory. */
const PART = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/
const MAX_CHARS = 400

/** Accepts `https://host/owner/name`, with or without `.git`, and the two SSH forms of it that hosts offer to copy. */
export function readRepoUrl(text: string, allowed: AllowedHosts): ReadUrl {
  const given = httpsForm(text.trim())
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

/** `git@host:owner/name.git` and `ssh://git@host/owner/name.git` name the same repository. Only public ones are mirrored, so no key is needed. */
function httpsForm(text: string): string {
  const ssh = /^(?:ssh:\/\/)?git@([^/:@]+)[/:](.+)$/.exec(text)
  return ssh ? `https://${ssh[1]}/${ssh[2]}` : text
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
