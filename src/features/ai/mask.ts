import { looksRandom } from './random-text.ts'

/**
 * Masks a context before it is sent to a provider: everything that identifies, unlocks or locates something is replaced.
 * Equal values get equal names (`[id-1]`), so that the reader can still correlate lines. Prefers masking too much. It cannot
 * recognise a person's name in the middle of a sentence.
 */
export function maskContext(value: unknown): string {
  return JSON.stringify(maskValue(value, naming()))
}

type Name = (kind: string, value: string) => string

/** `[id-1]`, `[id-2]`: equal values get equal names within one text. */
function naming(): Name {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  return (kind, value) => {
    const known = names.get(`${kind} ${value}`)
    if (known !== undefined) return known
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const name = `[${kind}-${count}]`
    names.set(`${kind} ${value}`, name)
    return name
  }
}

const SECRET_WORDS =
  'pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|(?:access|private|signing|encryption|vapid)[_-]?key|credentials?|cookies?|authorization|auth|signature|dsn|connection[_-]?string|database[_-]?url|p256dh'
/** Field names whose values are always masked. */
const SECRET_KEY = new RegExp(`(?:^|[_-])(?:${SECRET_WORDS})s?$`, 'i')
const PERSONAL_KEY =
  /(?:^|[_-])(?:user[_-]?name|(?:first|last|full|display|real)[_-]?name|user|login|e?mail|phone|mobile|ip|(?:remote|client|street)[_-]?address|endpoint|content|body|note|user[_-]?agent)$/i
const ID_KEY = /(?:^|[_-])(?:u?u?id|uids?|ids)$|[a-z](?:Id|Ids|Uuid)$|^fingerprint$/

/** Normalises camelCase and spaces to underscores. */
const plainKey = (key: string) => key.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll(/[\s.]+/g, '_')

function maskValue(value: unknown, name: Name): unknown {
  if (typeof value === 'string') return maskText(value, name)
  if (typeof value === 'number') return Math.abs(value) >= 1e8 ? name('number', String(value)) : value
  if (Array.isArray(value)) return value.map((each) => maskValue(each, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [maskText(key, name), maskField(key, child, name)]),
  )
}

function maskField(key: string, value: unknown, name: Name): unknown {
  const plain = plainKey(key)
  if (value === null || typeof value === 'boolean') return value
  if (SECRET_KEY.test(plain)) return '[hidden]'
  if (PERSONAL_KEY.test(plain)) return '[personal]'
  if (!ID_KEY.test(key) && !ID_KEY.test(plain)) return maskValue(value, name)
  if (Array.isArray(value)) return value.map((each) => maskField(key, each, name))
  return typeof value === 'string' || typeof value === 'number' ? name('id', String(value)) : maskValue(value, name)
}

type Rule = [pattern: RegExp, replace: (name: Name, match: readonly string[]) => string]

const whole =
  (kind: string): Rule[1] =>
  (name, [text = '']) =>
    name(kind, text)

/**
 * The order matters: earlier rules remove text that later ones would mismatch. Quantifiers are bounded against slow matching.
 */
const RULES: readonly Rule[] = [
  [/-----BEGIN [^-]+-----[\s\S]*?(?:-----END [^-]+-----|$)/g, () => '[hidden]'],
  // A path may itself be the secret, as in a push endpoint, so keep only the host.
  [/\b([a-z][a-z\d+.-]{0,20}):\/\/(?:[^\s/?#@"']*@)?([^\s/?#"'<>\\)\]}]*)([^\s"'<>\\)\]}]*)/gi, maskUrl],
  [
    /\b((?:proxy-)?authorization|(?:set-)?cookie|x-api-key)(["']?\s*[:=]\s*)[^\n]+/gi,
    (_n, [, key, sep]) => `${key}${sep}[hidden]`,
  ],
  [/\b(bearer|basic|digest)\s+[^\s"',;]+/gi, (_n, [, scheme]) => `${scheme} [hidden]`],
  [
    new RegExp(
      `([\\w-]{0,40}(?:${SECRET_WORDS})[\\w-]{0,40}["']?)(\\s*(?:=>|[=:]|\\bis\\b)\\s*)("[^"]*"|'[^']*'|[^\\s,;&}]+)`,
      'gi',
    ),
    (_n, [, key, sep]) => `${key}${sep}[hidden]`,
  ],
  [
    /\b(?:csk|sk|pk|rk|gh[opsu]|github_pat|glpat|xox[a-z]|AKIA|ASIA|AIza|npm|hf)[_-]?[A-Za-z\d][\w-]{7,}/g,
    whole('secret'),
  ],
  [/[^\s"'<>(),;=]{1,100}@[^\s"'<>(),;]{1,250}/gu, whole('email')],
  [/(?<![\w/.])@\w{4,}/g, whole('user')],
  [/\b[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}\b/gi, whole('id')],
  [/(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?![\d.]*\d)/g, whole('ip')],
  [/(?<![\w:.])[\da-f]{0,4}(?::[\da-f]{0,4}){2,8}(?:%\w+)?(?![\w:])/gi, maskIpv6],
  [/\+\d[\d\s().-]{6,}\d/g, whole('phone')],
  [
    /\b((?:user|uid|id|account|chat|member|person|owner)s?(?:[\s_-]?(?:id|number|no))?["']?\s*[:=#]?\s*)(\d+)\b/gi,
    (name, [, word, id = '']) => `${word}${name('id', id)}`,
  ],
  [/\/(home|Users)\/[^/\s"']+/g, (_n, [, folder]) => `/${folder}/[user]`],
  [/[A-Za-z\d+/_=-]{16,}/g, (name, [run = '']) => (looksRandom(run) ? name('secret', run) : run)],
  [/\d{9,}/g, whole('number')],
]

function maskText(text: string, name: Name): string {
  return RULES.reduce(
    (rest, [pattern, replace]) => rest.replaceAll(pattern, (...match: string[]) => replace(name, match)),
    text,
  )
}

function maskUrl(_name: Name, [, scheme, host = '', rest = '']: readonly string[]): string {
  return `${scheme}://${host}${rest.length > 1 ? '/[path]' : ''}`
}

/** A time of day contains colons too. */
function maskIpv6(name: Name, [text = '']: readonly string[]): string {
  return text.includes('::') || text.split(':').length === 8 ? name('ip', text) : text
}
