/**
 * Secrets with the shapes of real ones, assembled from pieces and random characters: this repository contains no key, not
 * even a revoked one, and secret scanners find nothing in it.
 */
export type Dice = () => number

export function dice(seed: number): Dice {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
export const SETS = {
  hex: `${DIGITS}abcdef`,
  word: LOWER + UPPER + DIGITS,
  safe: `${LOWER}${UPPER}${DIGITS}_-`,
  base64: `${LOWER}${UPPER}${DIGITS}+/`,
  upper: UPPER + DIGITS,
  base32: `${UPPER}234567`,
  digits: DIGITS,
}

export function draw(roll: Dice, set: keyof typeof SETS, length: number): string {
  const letters = SETS[set]
  return Array.from({ length }, () => letters[Math.floor(roll() * letters.length)] ?? '').join('')
}

const pem = (label: string, body: string) => {
  const lines = body.match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n')
}

/** Each sample with the line that people would write it in. */
export function secretSamples(seed: number): { about: string; text: string }[] {
  const roll = dice(seed)
  const d = (set: keyof typeof SETS, length: number) => draw(roll, set, length)
  const quoted = (name: string, value: string) => `const ${name} = '${value}'`
  const env = (name: string, value: string) => `${name}=${value}`
  const rows: [string, string][] = [
    ['AWS access key', env('AWS_ACCESS_KEY_ID', `AK${'IA'}${d('base32', 16)}`)],
    ['AWS session key', quoted('id', `AS${'IA'}${d('base32', 16)}`)],
    ['AWS secret key', `aws_secret_access_key = ${d('base64', 40)}`],
    ['GitHub personal', quoted('gh', `gh${'p_'}${d('word', 36)}`)],
    ['GitHub app', quoted('gh', `gh${'s_'}${d('word', 36)}`)],
    ['GitHub fine-grained', env('PAT', `github${'_pat_'}${d('word', 22)}_${d('word', 59)}`)],
    ['GitLab', env('CI_KEY', `glp${'at-'}${d('safe', 20)}`)],
    ['GitLab runner', env('RUNNER', `gl${'rt-'}${d('safe', 20)}`)],
    ['Slack bot', quoted('bot', `xo${'xb-'}${d('digits', 12)}-${d('digits', 12)}-${d('word', 24)}`)],
    ['Slack user', quoted('u', `xo${'xp-'}${d('digits', 11)}-${d('digits', 11)}-${d('digits', 12)}-${d('hex', 32)}`)],
    ['Slack webhook', `https://hooks.slack.${'com/services/'}T${d('upper', 9)}/B${d('upper', 9)}/${d('word', 24)}`],
    ['Discord webhook', `https://discord.com/api${'/webhooks/'}${d('digits', 18)}/${d('safe', 68)}`],
    ['Discord bot', quoted('t', `M${d('word', 25)}.${d('word', 6)}.${d('safe', 38)}`)],
    ['Telegram bot', env('BOT', `${d('digits', 10)}:A${'A'}${d('safe', 33)}`)],
    ['Stripe live', quoted('stripe', `sk${'_live_'}${d('word', 24)}`)],
    ['Stripe restricted', quoted('stripe', `rk${'_live_'}${d('word', 24)}`)],
    ['Stripe test', quoted('stripe', `sk${'_test_'}${d('word', 24)}`)],
    ['Stripe webhook', quoted('hook', `wh${'sec_'}${d('word', 32)}`)],
    ['Google API', `"key": "AI${'za'}${d('safe', 35)}"`],
    ['Google client secret', `client_secret: GOC${'SPX-'}${d('safe', 28)}`],
    ['Google access token', quoted('t', `ya${'29.'}${d('safe', 80)}`)],
    ['SendGrid', quoted('mail', `S${'G.'}${d('safe', 22)}.${d('safe', 43)}`)],
    ['Mailgun', quoted('mail', `ke${'y-'}${d('hex', 32)}`)],
    ['Mailchimp', quoted('mail', `${d('hex', 32)}-us${'12'}`)],
    ['Twilio', quoted('sid', `S${'K'}${d('hex', 32)}`)],
    ['npm', `//registry.npmjs.org/:_authToken=np${'m_'}${d('word', 36)}`],
    ['PyPI', `password = pyp${'i-AgE'}${d('safe', 120)}`],
    ['RubyGems', `:rubygems_api_key: ruby${'gems_'}${d('hex', 48)}`],
    ['Docker Hub', env('HUB', `dckr${'_pat_'}${d('safe', 27)}`)],
    ['Anthropic', env('CLAUDE', `sk${'-ant-'}api03-${d('safe', 93)}AA`)],
    ['OpenAI project', env('OPENAI', `sk${'-proj-'}${d('safe', 74)}`)],
    ['OpenAI', env('OPENAI', `sk${'-'}${d('word', 20)}T3Blbk${'FJ'}${d('word', 20)}`)],
    ['Hugging Face', env('HF', `h${'f_'}${d('word', 34)}`)],
    ['Replicate', env('R8', `r${'8_'}${d('word', 37)}`)],
    ['Groq', env('GROQ', `gs${'k_'}${d('word', 52)}`)],
    ['DigitalOcean', env('DO', `dop${'_v1_'}${d('hex', 64)}`)],
    ['Shopify', quoted('shop', `shp${'at_'}${d('hex', 32)}`)],
    ['Square', quoted('sq', `sq${'0csp-'}${d('safe', 43)}`)],
    ['Databricks', quoted('db', `dap${'i'}${d('hex', 32)}`)],
    ['Linear', env('LINEAR', `lin${'_api_'}${d('word', 40)}`)],
    ['Notion', env('NOTION', `nt${'n_'}${d('word', 46)}`)],
    ['Airtable', env('AIR', `pa${'t'}${d('word', 14)}.${d('hex', 64)}`)],
    ['Atlassian', env('JIRA', `ATA${'TT3'}${d('safe', 180)}`)],
    ['Figma', env('FIGMA', `fig${'d_'}${d('safe', 43)}`)],
    ['Heroku', env('HEROKU', `HRK${'U-'}${d('safe', 58)}`)],
    ['Vault', env('VAULT', `hv${'s.'}${d('word', 24)}`)],
    ['Doppler', env('DOPPLER', `dp.${'pt.'}${d('word', 43)}`)],
    ['Postman', env('POSTMAN', `PM${'AK-'}${d('hex', 24)}-${d('hex', 34)}`)],
    ['New Relic', env('NR', `NR${'AK-'}${d('upper', 27)}`)],
    ['Grafana', env('GRAFANA', `gls${'a_'}${d('word', 32)}_${d('hex', 8)}`)],
    ['Sentry', env('SENTRY', `sntr${'ys_'}${d('word', 90)}`)],
    ['PlanetScale', env('PS', `pscale${'_tkn_'}${d('safe', 43)}`)],
    ['Supabase', env('SB', `sb${'p_'}${d('hex', 40)}`)],
    ['Pulumi', env('PULUMI', `pu${'l-'}${d('hex', 40)}`)],
    ['Terraform', env('TFE', `${d('word', 14)}.atlas${'v1.'}${d('word', 67)}`)],
    ['GitLab deploy', env('DEPLOY', `gl${'dt-'}${d('safe', 20)}`)],
    ['GitLab trigger', env('TRIGGER', `glp${'tt-'}${d('hex', 40)}`)],
    ['Alibaba', env('ALI', `LT${'AI'}${d('word', 20)}`)],
    ['Adobe', env('ADOBE', `p8${'e-'}${d('word', 32)}`)],
    ['Artifactory', env('JFROG', `AK${'Cp'}${d('word', 69)}`)],
    ['Azure client', env('AZURE', `a~B${d('digits', 1)}Q${'~'}${d('word', 33)}`)],
    ['Dynatrace', env('DT', `dt0${'c01.'}${d('upper', 24)}.${d('upper', 64)}`)],
    ['EasyPost', env('EZ', `EZ${'AK'}${d('word', 54)}`)],
    ['Facebook', env('FB', `EA${'AC'}${d('word', 150)}`)],
    ['Fly.io', env('FLY', `fo${'1_'}${d('safe', 43)}`)],
    ['MaxMind', env('GEO', `${d('word', 6)}_${d('word', 29)}_m${'mk'}`)],
    ['OpenShift', env('OC', `sha2${'56~'}${d('safe', 43)}`)],
    ['Perplexity', env('PPLX', `ppl${'x-'}${d('word', 48)}`)],
    ['Brevo', env('BREVO', `xkeys${'ib-'}${d('hex', 64)}-${d('word', 16)}`)],
    ['Sourcegraph', env('SG', `sg${'p_'}${d('hex', 40)}`)],
    ['Codeshelf', env('SHELF', `cs${'k_'}${d('safe', 43)}`)],
    ['web token', `Cookie: s=ey${'J'}${d('word', 30)}.ey${'J'}${d('word', 60)}.${d('safe', 43)}`],
    ['Azure storage', `DefaultEndpointsProtocol=https;AccountName=shop;Account${'Key='}${d('base64', 86)}==`],
    ['RSA key', pem(`RSA ${'PRIVATE'} KEY`, d('base64', 800))],
    ['EC key', pem(`EC ${'PRIVATE'} KEY`, d('base64', 160))],
    ['OpenSSH key', pem(`OPENSSH ${'PRIVATE'} KEY`, d('base64', 400))],
    ['age key', `AGE-SECRET${'-KEY-1'}${d('upper', 58)}`],
    ['database address', `DATABASE_URL=postgres://shop:${d('word', 20)}@db.shop.net:5432/orders`],
    ['queue address', quoted('amqp', `amqps://worker:${d('word', 18)}@rabbit.internal.net/main`)],
    ['bearer header', `curl -H 'Authorization: Bearer ${d('safe', 40)}' https://api.shop.net`],
    ['named in env', env('SESSION_SECRET', d('hex', 64))],
    ['named in YAML', `  api_key: ${d('word', 32)}`],
    ['named in JSON', `  "clientSecret": "${d('word', 40)}",`],
    ['named in Python', `ENCRYPTION_KEY = "${d('base64', 43)}="`],
    ['named in Hebrew file', `token = "${d('word', 32)}"  # אסימון של הבוט, לא לפרסם`],
    ['a chosen password', `db_password: "Gi${'raffe'}#${d('digits', 4)}!x"`],
    ['camelCase password', `  smtpPassword: 'q7$${'Lamp'}${d('digits', 2)}Orbit',`],
  ]
  return rows.map(([about, text]) => ({ about, text }))
}
