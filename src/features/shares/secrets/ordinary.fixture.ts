import { type Dice, dice, draw } from './samples.fixture.ts'

/**
 * Ordinary files with everything that only looks secret: hashes, lock files, identifiers, base64 images, public keys,
 * certificates, settings with placeholders, and code about tokens and passwords.
 */
const NOUNS = [
  'user',
  'order',
  'token',
  'password',
  'session',
  'file',
  'note',
  'cart',
  'invoice',
  'secret',
  'key',
  'page',
]
const VERBS = [
  'load',
  'save',
  'parse',
  'rotate',
  'check',
  'render',
  'find',
  'reset',
  'hash',
  'compare',
  'issue',
  'revoke',
]

type Maker = (roll: Dice, pick: (list: readonly string[]) => string) => string

const MAKERS: Record<string, Maker> = {
  typescript: (roll, pick) => `import { ${pick(VERBS)}Token } from './tokens.ts'
export type Credentials = { username: string; password: string; apiKey: string | undefined }
const ${pick(NOUNS)}TokenPrefix = 'csk_'
const TOKEN_PATTERN = /^csk_[A-Za-z0-9_-]{43}$/
export async function ${pick(VERBS)}Password(password: string, secret = process.env.SESSION_SECRET) {
  const token = await issueToken(password)
  const accessKey = config.accessKey ?? readAccessKeyFromDisk()
  if (token.length !== ${Math.floor(roll() * 90)}) throw new Error('Invalid token: expected a longer one')
  return { token, apiKey: options.apiKey, secretName: 'session-${draw(roll, 'hex', 8)}' }
}`,
  python: (roll, pick) => `# ${pick(VERBS)} the ${pick(NOUNS)}
PASSWORD_FIELD = "password_confirmation"
API_KEY = os.environ["SHOP_API_KEY"]
SECRET_KEY = env("DJANGO_SECRET_KEY", default="change-me-before-you-deploy-this-1234")
token_url = "https://auth.example.com/oauth2/token/issue/v2/2026"
def ${pick(VERBS)}_token(token: AccessToken, secret_name="projects/shop/secrets/db/versions/3") -> str:
    digest = "${draw(roll, 'hex', 64)}"
    return hashlib.sha256(token.encode()).hexdigest() == digest`,
  lockfile: (roll) =>
    Array.from(
      { length: 12 },
      (_, i) => `    "node_modules/pkg-${i}": {
      "version": "1.${i}.${Math.floor(roll() * 40)}",
      "resolved": "https://registry.npmjs.org/pkg-${i}/-/pkg-${i}-1.0.0.tgz",
      "integrity": "sha512-${draw(roll, 'base64', 86)}=="
    },`,
    ).join('\n'),
  cargo: (roll) => `[[package]]
name = "tokenizers"
version = "0.${Math.floor(roll() * 20)}.1"
source = "registry+https://github.com/rust-lang/crates.io-index"
checksum = "${draw(roll, 'hex', 64)}"`,
  gosum: (roll, pick) =>
    `github.com/acme/${pick(NOUNS)} v1.${Math.floor(roll() * 20)}.0 h1:${draw(roll, 'base64', 43)}=\ngolang.org/x/crypto v0.1.0/go.mod h1:${draw(roll, 'base64', 43)}=`,
  dotenvTemplate: () => `DATABASE_URL=postgres://postgres:postgres@localhost:5432/shop
REDIS_URL=redis://:password@redis:6379
SESSION_SECRET=change-me
API_KEY=your-api-key-here
STRIPE_KEY=sk_test_xxxxxxxxxxxxxxxxxxxxxxxx
GITHUB_TOKEN=<paste your token>
SMTP_PASSWORD=\${SMTP_PASSWORD}
AWS_SECRET_ACCESS_KEY=`,
  compose: (roll) => `services:
  db:
    image: postgres:18@sha256:${draw(roll, 'hex', 64)}
    environment:
      POSTGRES_PASSWORD: \${POSTGRES_PASSWORD:?set it}
      PASSWORD_FILE: /run/secrets/db_password
      API_TOKEN_TTL: 3600
    secrets: [db_password]`,
  kubernetes: (roll) => `env:
  - name: DB_PASSWORD
    valueFrom: { secretKeyRef: { name: shop-${draw(roll, 'hex', 8)}, key: db-password } }
  - name: REVISION
    value: ${draw(roll, 'hex', 40)}`,
  json: (roll, pick) => `{
  "id": "${draw(roll, 'hex', 32)}",
  "etag": "W/\\"${draw(roll, 'word', 27)}\\"",
  "commit": "${draw(roll, 'hex', 40)}",
  "tokens": ${Math.floor(roll() * 9000)},
  "token_type": "bearer",
  "key": "${pick(NOUNS)}.${pick(VERBS)}.title",
  "passwordHint": "the name of the first pet",
  "secretSanta": true
}`,
  css: (
    roll,
  ) => `.token-secret { color: #${draw(roll, 'hex', 6)}; background: url(data:image/png;base64,${draw(roll, 'base64', 400)}) }
.password-input::placeholder { content: "\\2022\\2022\\2022\\2022\\2022\\2022\\2022\\2022" }`,
  html: (
    roll,
  ) => `<link rel="stylesheet" href="/app.${draw(roll, 'hex', 10)}.css" integrity="sha384-${draw(roll, 'base64', 64)}">
<input type="password" name="password" autocomplete="current-password" placeholder="Password">
<a href="https://example.com/reset?token=TOKEN">reset</a>`,
  markdown: (roll) => `# שיתוף קבצים
כדי להתחבר צריך אסימון (token) וסיסמה (password). הסיסמה נשמרת מגובבת.
Run \`curl -H "Authorization: Bearer $TOKEN"\` or \`Bearer YOUR_TOKEN_GOES_HERE_PLEASE\`.
Commit ${draw(roll, 'hex', 40)} fixed it. See https://user:password@example.com/docs.
\`\`\`
export GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
-----BEGIN ${'PRIVATE'} KEY-----
...
-----END ${'PRIVATE'} KEY-----
\`\`\``,
  sql: (roll) => `create table access_tokens (token_hash bytea primary key, password_hash text not null);
insert into users (id, name) values ('${draw(roll, 'hex', 32)}', 'דנה');
-- key: user_id, secret: never stored; checksum ${draw(roll, 'hex', 64)}`,
  publicKeys: (roll) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA${draw(roll, 'base64', 44)} dana@laptop
ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB${draw(roll, 'base64', 340)} omer@desk
-----BEGIN CERTIFICATE-----
${draw(roll, 'base64', 64)}
${draw(roll, 'base64', 64)}
-----END CERTIFICATE-----`,
  minified: (roll) =>
    Array.from(
      { length: 300 },
      () =>
        `function ${draw(roll, 'word', 2)}(t){return t.token||t.key?"${draw(roll, 'word', 6)}":e(t,${draw(roll, 'hex', 4)})}`,
    ).join(';'),
  logs: (roll, pick) =>
    Array.from(
      { length: 20 },
      () =>
        `2026-11-15T09:30:00.123Z INFO request=${draw(roll, 'hex', 8)}-${draw(roll, 'hex', 4)}-4${draw(roll, 'hex', 3)}-${draw(roll, 'hex', 12)} ${pick(VERBS)} ${pick(NOUNS)} key=cache:${pick(NOUNS)}:${Math.floor(roll() * 9999)}`,
    ).join('\n'),
  shell: () => `read -rs PASSWORD
export API_KEY="$(pass show shop/api-key)"
TOKEN=$(curl -s "$AUTH_URL/token" | jq -r .access_token)
docker login --username "$USER" --password-stdin <<< "$PASSWORD"`,
  java: (_, pick) => `private static final String PASSWORD_ENCODER_BEAN = "delegatingPasswordEncoder2Factory";
private final String tokenHeader = "X-Auth-Token-Header-Name-V2";
this.secretKey = Keys.hmacShaKeyFor(properties.getSecretKey().getBytes());
String ${pick(VERBS)}Token = tokenProvider.createToken(authentication);`,
  keymap:
    () => `const keys = { apiKey: 'settings.apiKey.label2', accessKey: 'Alt+Shift+KeyK', token: 'editor.tokenColorCustomizations' }
export const messages = { password: 'סיסמה', wrongPassword: 'הסיסמה שגויה, אפשר לנסות שוב', secret: 'סוד' }`,
}

export const ORDINARY_SORTS = Object.keys(MAKERS)

export function* ordinaryFiles(seed: number, howMany: number): Generator<{ sort: string; text: string }> {
  const roll = dice(seed)
  const pick = (list: readonly string[]) => list[Math.floor(roll() * list.length)] ?? ''
  for (let i = 0; i < howMany; i++) {
    const sort = ORDINARY_SORTS[i % ORDINARY_SORTS.length] ?? ''
    const text = MAKERS[sort]?.(roll, pick) ?? ''
    yield { sort, text: i % 3 === 0 ? text.replaceAll('\n', '\r\n') : text }
  }
}
