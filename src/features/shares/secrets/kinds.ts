/** Secrets to which their issuer gave a recognisable shape. */
export type SecretKind = {
  id: string
  /** The issuer and the common name of the secret: the same in every language. */
  name: string
  /** A substring that every match contains: most files are skipped by it without trying the pattern. */
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
/** A prefix of its own followed by random characters. */
const prefixed = (id: string, name: string, prefix: string, tail: string): SecretKind => {
  const [literal = ''] = prefix.replaceAll('\\', '').split(/[[(]/)
  return kind(id, name, literal, `${START}${prefix}${tail}${END}`)
}

const WORD = '[A-Za-z0-9]'
const URLSAFE = '[A-Za-z0-9_-]'
const HEX = '[0-9a-f]'

/** A secret of several lines between an opening and a closing line. */
export type KeyBlock = {
  id: string
  name: string
  opening: RegExp
  closing: RegExp
  maxChars: number
  /** Whether the text may end before the closing line. */
  canBeCut: boolean
}

export const KEY_BLOCKS: readonly KeyBlock[] = [
  {
    id: 'private-key',
    name: 'Private key',
    opening: /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/g,
    closing: /-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/g,
    maxChars: 20_000,
    canBeCut: true,
  },
  {
    id: 'putty-key',
    name: 'PuTTY private key',
    opening: /PuTTY-User-Key-File-\d:/g,
    closing: /Private-MAC: \S{1,200}/g,
    maxChars: 8_000,
    canBeCut: false,
  },
]

/** In matching order: the first kind that matches names the finding. */
export const SECRET_KINDS: readonly SecretKind[] = [
  prefixed('age-key', 'age secret key', 'AGE-SECRET-KEY-1', '[A-Z0-9]{58}'),
  kind('aws-access-key', 'AWS access key', 'A', `${START}(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}${END}`),
  prefixed('aws-bedrock', 'Amazon Bedrock key', 'ABSK', '[A-Za-z0-9+/]{109,269}={0,2}'),
  prefixed('alibaba', 'Alibaba access key', 'LTAI', `${WORD}{20}`),
  prefixed('github-fine', 'GitHub token', 'github_pat_', `${WORD}{22}_${WORD}{59}`),
  kind('github', 'GitHub token', 'gh', `${START}gh[pousr]_${WORD}{36,251}${END}`),
  prefixed('gitlab', 'GitLab token', 'glpat-', `${URLSAFE}{20,64}`),
  prefixed('gitlab-runner', 'GitLab runner token', 'glrt-', `${URLSAFE}{20,64}`),
  prefixed('gitlab-deploy', 'GitLab deploy token', 'gl(?:dt|ft|ffct|cbt|imt|soat|oas|agent)-', `${URLSAFE}{20,70}`),
  prefixed('gitlab-trigger', 'GitLab trigger token', 'glptt-', `${HEX}{40}`),
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
  kind('stripe', 'Stripe key', 'k_', `${START}[rs]k_(?:live|prod)_${WORD}{16,247}${END}`),
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
  prefixed('pscale-oauth', 'PlanetScale OAuth token', 'pscale_oauth_', `[\\w.-]{32,64}`),
  prefixed('onepassword', '1Password token', 'ops_eyJ', '[A-Za-z0-9+/]{250,2000}={0,3}'),
  prefixed('adobe', 'Adobe client secret', 'p8e-', `${WORD}{32}`),
  prefixed('artifactory', 'Artifactory key', 'AKCp', `${WORD}{69}`),
  kind('azure-client', 'Azure client secret', 'Q~', `${START}[A-Za-z0-9_~.]{3}\\dQ~[A-Za-z0-9_~.-]{31,34}${END}`),
  prefixed('clojars', 'Clojars token', 'CLOJARS_', '[a-z0-9]{60}'),
  prefixed('cloudflare-ca', 'Cloudflare origin CA key', String.raw`v1\.0-`, `${HEX}{24}-${HEX}{146}`),
  prefixed('duffel', 'Duffel token', 'duffel_(?:test|live)_', '[\\w=-]{43}'),
  prefixed('dynatrace', 'Dynatrace token', String.raw`dt0c01\.`, String.raw`[A-Z0-9]{24}\.[A-Z0-9]{64}`),
  prefixed('easypost', 'EasyPost key', 'EZ[AT]K', `${WORD}{54}`),
  prefixed('facebook', 'Facebook access token', 'EAA[CM]', `${WORD}{100,400}`),
  prefixed('flutterwave', 'Flutterwave key', 'FLWSECK(?:_TEST)?-', '[a-h0-9]{12,32}(?:-X)?'),
  kind('fly', 'Fly.io token', 'f', `${START}(?:fo1_[\\w-]{43}|fm(?:1[ar]|2)_[A-Za-z0-9+/]{100,2000}={0,3})${END}`),
  prefixed('frameio', 'Frame.io token', 'fio-u-', '[\\w=-]{64}'),
  kind('harness', 'Harness key', 'at.', String.raw`(?<![\w-])[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}`),
  prefixed('huggingface-org', 'Hugging Face token', 'api_org_', `${WORD}{34}`),
  prefixed('infracost', 'Infracost key', 'ico-', `${WORD}{32}`),
  kind('maxmind', 'MaxMind licence key', '_mmk', `${START}${WORD}{6}_${WORD}{29}_mmk${END}`),
  kind(
    'teams-hook',
    'Teams webhook',
    '.webhook.office.com/',
    String.raw`\.webhook\.office\.com/webhookb2/[\w@-]{36,80}/IncomingWebhook/\w{32}`,
  ),
  prefixed('openshift', 'OpenShift token', 'sha256~', `${URLSAFE}{43}`),
  prefixed('perplexity', 'Perplexity key', 'pplx-', `${WORD}{48}`),
  prefixed('prefect', 'Prefect key', 'pnu_', `${WORD}{36}`),
  prefixed('readme', 'ReadMe key', 'rdme_', '[a-z0-9]{70}'),
  prefixed('scalingo', 'Scalingo token', 'tk-us-', `${URLSAFE}{48}`),
  prefixed('brevo', 'Brevo key', 'xkeysib-', `${HEX}{64}-${WORD}{16}`),
  prefixed('shippo', 'Shippo token', 'shippo_(?:live|test)_', `${HEX}{40}`),
  kind(
    'slack-config',
    'Slack configuration token',
    'xoxe',
    `${START}xoxe(?:\\.xox[bp])?-\\d-[A-Za-z0-9]{140,170}${END}`,
  ),
  kind('sourcegraph', 'Sourcegraph token', 'sgp_', `${START}sgp_(?:(?:${HEX}{16}|local)_)?${HEX}{40}${END}`),
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
