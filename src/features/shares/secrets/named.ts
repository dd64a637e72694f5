import { looksRandom } from './entropy.ts'

/** Words in a variable name that mark its value as secret. Two words are adjacent in the name. */
const SECRET_WORDS = new Set([
  'secret',
  'secrets',
  'token',
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'apikey',
  'credential',
])
const SECRET_KEY_WORDS = new Set([
  'api',
  'access',
  'private',
  'secret',
  'auth',
  'signing',
  'encryption',
  'account',
  'shared',
  'master',
  'license',
])
/** Last words that mark the value as metadata of a secret, not the secret itself. */
const ABOUT = new Set(
  `id ids name names url uri path file type kind length count limit label pattern regex field header headers prefix expires
  expiry ttl hash digest checksum placeholder example hint error message text title class selector policy scope scopes
  endpoint provider version algorithm issuer audience map list index`.split(/\s+/),
)
const OF_PERSON = new Set(['password', 'passwd', 'pwd', 'passphrase'])

/** `typed`: the name ends with a word for password, so a value that a person would choose is one. */
type Naming = 'none' | 'secret' | 'password' | 'typed'

/** `dbPassword`, `API_KEY`, `client-secret`, but not `tokenizer` and not `password_hint`. */
function namingOf(name: string): Naming {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  if (ABOUT.has(words.at(-1) ?? '')) return 'none'
  const last = words.at(-1) ?? ''
  if (OF_PERSON.has(last) || (last === 'pass' && words.length > 1)) return 'typed'
  if (words.some((word) => OF_PERSON.has(word))) return 'password'
  const isSecret = words.some(
    (word, i) => SECRET_WORDS.has(word) || (word === 'key' && SECRET_KEY_WORDS.has(words[i - 1] ?? '')),
  )
  return isSecret ? 'secret' : 'none'
}

const STAND_IN =
  /^(?:[x*.#_-]+$|<.*|\$.*|%.*|\{.*|(?:your|my|the|some|an?)[-_ ].*|null|none|undefined|true|false|process\.|os\.|env\.|import\.)|example|placeholder|change.?me|your[-_]|insert|replace|dummy|fake|sample|redacted|xxxx|\*{3}|\.{3}|12345|abcdef|p[a4@]ssw[o0]rd|passwd|passphrase|secret$|token$|^hunter2$|todo|lorem/i

/** A placeholder for a secret. */
export function isPlaceholder(value: string): boolean {
  return STAND_IN.test(value) || new Set(value).size < 5
}

/** A chosen password: eight characters of at least three classes, one of them a sign that identifiers cannot have. */
function looksChosen(value: string): boolean {
  const sorts = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9\s]/].filter((sort) => sort.test(value)).length
  return (
    value.length >= 8 &&
    value.length <= 64 &&
    sorts >= 3 &&
    /[!@#$%^&*+=?~]/.test(value) &&
    !/[\s(){}[\]<>/\\]/.test(value)
  )
}

const WEAK_WORD =
  /^(?:test|admin|demo|foo|bar|baz|user|guest|root|pass|qwerty|letmein|welcome|default|secret|my)\w{0,10}$/i

/**
 * Passwords that people type after a name that ends with "password": letters with a digit or a sign. Words alone are not
 * enough, because they also name fields, styles and messages; nor is anything that could be code.
 */
export function looksTyped(value: string): boolean {
  if (value.length < 6 || value.length > 64 || /[\s(){}[\]<>/\\.,;:$%]/.test(value)) return false
  return /\p{L}/u.test(value) && /[\d!@#^&*+=?~]/.test(value) && !WEAK_WORD.test(value)
}

/** An unquoted value may be the name of another variable. */
const IDENTIFIER = /^[A-Za-z_]\w*$/

export function isNamedSecret(name: string, value: string, isQuoted: boolean): boolean {
  const naming = namingOf(name)
  if (naming === 'none' || isPlaceholder(value)) return false
  if (naming !== 'secret' && looksChosen(value)) return true
  if (naming === 'typed' && looksTyped(value) && (isQuoted || !IDENTIFIER.test(value))) return true
  return /^[\w+/=.~:-]+$/.test(value) && looksRandom(value)
}

const WEAK = /^(?:pass|postgres|root|admin|user|guest|test|mysql|redis|mongo|rabbitmq|minio|dev|local|pw|123\d*)$/i
const NEAR =
  /^(?:localhost|127\.|0\.0\.0\.0|\[::1\]|(?:host|db|database|redis|postgres|mysql)(?::\d+)?$|.*\.local\b|.*example\.(?:com|org|net))/i

/** `postgres://shop:kd83…@db.shop.net/orders`, but not the default passwords of compose files. */
export function isSecretInAddress(user: string, password: string, host: string): boolean {
  if (password === user || WEAK.test(password) || NEAR.test(host) || isPlaceholder(password)) return false
  return !/[{}<>$%]{2}|^[$%<{:]/.test(password)
}
