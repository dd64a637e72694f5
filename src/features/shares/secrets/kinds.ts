/** What a secret looks like when whoever issues it gave it a shape of its own. */
export type SecretKind = {
  id: string
  /** Its maker and what it is, as people call it: the same in every language. */
  name: string
  /** Something every one of them contains: most files are dismissed by it without trying the pattern. */
  hint: string
  pattern: RegExp
}

const kind = (id: string, name: string, hint: string, source: string, flags = ''): SecretKind => ({
  id,
  name,
  hint,
  pattern: new RegExp(source, `g${flags}`),
})

const START = String.raw`(?<![A-Za-z0-9_-])`
const END = String.raw`(?![A-Za-z0-9_-])`
/** A prefix of its own and then characters without meaning. */
const prefixed = (id: string, name: string, prefix: string, tail: string): SecretKind => {
  const [literal = ''] = prefix.replaceAll('\\', '').split(/[[(]/)
  return kind(id, name, literal, `${START}${prefix}${tail}${END}`)
}

const WORD = '[A-Za-z0-9]'
const URLSAFE = '[A-Za-z0-9_-]'
const HEX = '[0-9a-f]'

/** In the order in which they are tried: the first that fits names the place. */
export const SECRET_KINDS: readonly SecretKind[] = [
  kind(
    'private-key',
    'Private key',
    'PRIVATE KEY',
    String.raw`-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,20000}?(?:-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|$)`,
  ),
  kind(
    'putty-key',
    'PuTTY private key',
    'PuTTY-User-Key-File',
    String.raw`PuTTY-User-Key-File-\d:[\s\S]{0,8000}?Private-MAC: \S+`,
  ),
  prefixed('age-key', 'age secret key', 'AGE-SECRET-KEY-1', '[A-Z0-9]{58}'),
  kind('aws-access-key', 'AWS access key', 'A', `${START}(?:AKIA|ASIA)[A-Z2-7]{16}${END}`),
  prefixed('github-fine', 'GitHub token', 'github_pat_', `${WORD}{22}_${WORD}{59}`),
  kind('github', 'GitHub token', 'gh', `${START}gh[pousr]_${WORD}{36,251}${END}`),
  prefixed('gitlab', 'GitLab token', 'glpat-', `${URLSAFE}{20,64}`),
  prefixed('gitlab-runner', 'GitLab runner token', 'glrt-', `${URLSAFE}{20,64}`),
  kind('slack', 'Slack token', 'xox', `${START}xox[abeoprs]-(?:\\d{8,14}-){1,3}${WORD}{16,64}${END}`),
  kind('slack-app', 'Slack app token', 'xapp-', `${START}xapp-\\d-[A-Z0-9]{8,14}-\\d{10,14}-${HEX}{64}${END}`),
  kind(
    'slack-hook',
    'Slack webhook',
    'hooks.slack.com/',
    String.raw`hooks\.slack\.com/services/T[A-Z0-9]{8,12}/B[A-Z0-9]{8,12}/[A-Za-z0-9]{24}`,
  ),
  kind(
    'discord-hook',
    'Discord webhook',
    '/api/webhooks/',
    String.raw`discord(?:app)?\.com/api/webhooks/\d{17,20}/[\w-]{60,80}`,
  ),
  kind('discord', 'Discord bot token', '.', `${START}[MNO][A-Za-z\\d_-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}${END}`),
  kind('telegram', 'Telegram bot token', ':AA', `${START}\\d{8,10}:AA[\\w-]{33}${END}`),
  kind('stripe', 'Stripe key', '_live_', `${START}[rs]k_live_${WORD}{16,247}${END}`),
  kind('stripe-test', 'Stripe test key', '_test_', `${START}[rs]k_test_${WORD}{16,247}${END}`),
  prefixed('stripe-hook', 'Stripe webhook secret', 'whsec_', `[A-Za-z0-9+/=]{32,64}`),
  prefixed('google-api', 'Google API key', 'AIza', `${URLSAFE}{35}`),
  prefixed('google-client', 'Google client secret', 'GOCSPX-', `${URLSAFE}{28}`),
  prefixed('google-oauth', 'Google access token', String.raw`ya29\.`, `${URLSAFE}{40,512}`),
  prefixed('sendgrid', 'SendGrid key', String.raw`SG\.`, String.raw`[\w-]{22}\.[\w-]{43}`),
  prefixed('mailgun', 'Mailgun key', 'key-', `${HEX}{32}`),
  kind('mailchimp', 'Mailchimp key', '-us', `${START}${HEX}{32}-us\\d{1,2}${END}`),
  prefixed('twilio', 'Twilio key', 'SK', `${HEX}{32}`),
  prefixed('npm', 'npm token', 'npm_', `${WORD}{36}`),
  prefixed('pypi', 'PyPI token', 'pypi-AgE', `${URLSAFE}{50,1000}`),
  prefixed('rubygems', 'RubyGems key', 'rubygems_', `${HEX}{48}`),
  prefixed('crates', 'crates.io token', 'cio', `${WORD}{32}`),
  prefixed('docker', 'Docker Hub token', 'dckr_pat_', `${URLSAFE}{27}`),
  prefixed('anthropic', 'Anthropic key', 'sk-ant-', `${URLSAFE}{32,128}`),
  kind(
    'openai',
    'OpenAI key',
    'sk-',
    `${START}sk-(?:(?:proj|svcacct|admin)-${URLSAFE}{40,200}|${WORD}{20}T3BlbkFJ${WORD}{20}|${WORD}{48})${END}`,
  ),
  prefixed('huggingface', 'Hugging Face token', 'hf_', `${WORD}{34}`),
  prefixed('replicate', 'Replicate token', 'r8_', `${WORD}{37}`),
  prefixed('groq', 'Groq key', 'gsk_', `${WORD}{52}`),
  prefixed('digitalocean', 'DigitalOcean token', 'do[opr]_v1_', `${HEX}{64}`),
  prefixed('shopify', 'Shopify token', 'shp(?:at|ca|pa|ss)_', `${HEX}{32}`),
  kind('square', 'Square secret', 'sq0', `${START}sq0(?:atp|csp)-[\\w-]{22,43}${END}`),
  prefixed('databricks', 'Databricks token', 'dapi', `${HEX}{32}(?:-\\d)?`),
  prefixed('linear', 'Linear key', 'lin_api_', `${WORD}{40}`),
  kind('notion', 'Notion token', 'n', `${START}(?:secret_${WORD}{43}|ntn_${WORD}{46})${END}`),
  prefixed('airtable', 'Airtable token', 'pat', `${WORD}{14}\\.${HEX}{64}`),
  prefixed('atlassian', 'Atlassian token', 'ATATT3', `[\\w=-]{100,250}`),
  prefixed('figma', 'Figma token', 'fig[dou]_', `[\\w-]{40,60}`),
  prefixed('heroku', 'Heroku key', 'HRKU-', `[\\w-]{36,64}`),
  prefixed('vault', 'Vault token', String.raw`hv[sbr]\.`, `[\\w-]{24,300}`),
  prefixed('doppler', 'Doppler token', String.raw`dp\.(?:pt|st|ct|sa)\.`, `[A-Za-z0-9.]{40,60}`),
  prefixed('postman', 'Postman key', 'PMAK-', `${HEX}{24}-${HEX}{34}`),
  prefixed('newrelic', 'New Relic key', 'NRAK-', `[A-Z0-9]{27}`),
  kind('grafana', 'Grafana token', 'gl', `${START}(?:glc_[A-Za-z0-9+/=]{32,400}|glsa_${WORD}{32}_${HEX}{8})${END}`),
  prefixed('sentry', 'Sentry token', 'sntr[yu]s_', `[\\w+/=-]{60,400}`),
  prefixed('planetscale', 'PlanetScale token', 'pscale_(?:tkn|pw)_', `[\\w.-]{32,64}`),
  prefixed('supabase', 'Supabase key', 'sbp_', `${HEX}{40}`),
  prefixed('pulumi', 'Pulumi token', 'pul-', `${HEX}{40}`),
  kind('terraform', 'Terraform token', '.atlasv1.', `${START}${WORD}{14}\\.atlasv1\\.[\\w-]{60,70}${END}`),
  prefixed('codeshelf', 'Codeshelf token', 'csk_', `${URLSAFE}{43}`),
  kind('jwt', 'JSON web token', 'eyJ', `${START}eyJ[\\w-]{10,2000}\\.eyJ[\\w-]{10,4000}\\.[\\w-]{20,1000}${END}`),
  kind('azure-storage', 'Azure storage key', 'AccountKey=', 'AccountKey=[A-Za-z0-9+/]{86}=='),
  kind(
    'azure-sas',
    'Azure SAS signature',
    'sig=',
    String.raw`[?&]s[a-z]=[^\s"']{0,400}&sig=[A-Za-z0-9%+/]{40,70}(?:%3D|=)`,
  ),
]
