import { looksRandom } from './entropy.ts'

/** Names that say of themselves that what they hold is secret. Two words stand side by side in the name. */
const TELLING = new Set([
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
const TELLING_KEYS = new Set([
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
/** …unless they end by saying that they hold something about it. */
const ABOUT = new Set(
  `id ids name names url uri path file type kind length count limit label pattern regex field header headers prefix expires
  expiry ttl hash digest checksum placeholder example hint error message text title class selector policy scope scopes
  endpoint provider version algorithm issuer audience map list index`.split(/\s+/),
)
const OF_PERSON = new Set(['password', 'passwd', 'pwd', 'passphrase'])

type Naming = 'none' | 'secret' | 'password'

/** `dbPassword`, `API_KEY`, `client-secret`, but not `tokenizer` and not `password_hint`. */
function namingOf(name: string): Naming {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  if (ABOUT.has(words.at(-1) ?? '')) return 'none'
  if (words.some((word) => OF_PERSON.has(word))) return 'password'
  const tells = words.some((word, i) => TELLING.has(word) || (word === 'key' && TELLING_KEYS.has(words[i - 1] ?? '')))
  return tells ? 'secret' : 'none'
}

const STAND_IN =
  /^(?:[x*.#_-]+$|<.*|\$.*|%.*|\{.*|(?:your|my|the|some|an?)[-_ ].*|null|none|undefined|true|false|process\.|os\.|env\.|import\.)|example|placeholder|change.?me|your[-_]|insert|replace|dummy|fake|sample|redacted|xxxx|\*{3}|\.{3}|12345|abcdef|password|passw0rd$|secret$|token$|hunter2|todo|lorem/i

/** Something that stands where a secret will be put. */
export function isStandIn(value: string): boolean {
  return STAND_IN.test(value) || new Set(value).size < 5
}

/** What people choose: eight characters of at least three sorts, one of them a sign that no identifier has. */
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

export function isNamedSecret(name: string, value: string): boolean {
  const naming = namingOf(name)
  if (naming === 'none' || isStandIn(value)) return false
  if (naming === 'password' && looksChosen(value)) return true
  return /^[\w+/=.~:-]+$/.test(value) && looksRandom(value)
}

const WEAK = /^(?:pass|postgres|root|admin|user|guest|test|mysql|redis|mongo|rabbitmq|minio|dev|local|pw|123\d*)$/i
const NEAR =
  /^(?:localhost|127\.|0\.0\.0\.0|\[::1\]|(?:host|db|database|redis|postgres|mysql)(?::\d+)?$|.*\.local\b|.*example\.(?:com|org|net))/i

/** `postgres://shop:kd83…@db.shop.net/orders`, and not what every compose file has. */
export function isSecretInAddress(user: string, password: string, host: string): boolean {
  if (password === user || WEAK.test(password) || NEAR.test(host) || isStandIn(password)) return false
  return !/[{}<>$%]{2}|^[$%<{:]/.test(password)
}
