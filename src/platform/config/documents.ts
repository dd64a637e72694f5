import { describeEnv } from './env.ts'

export function envExample(): string {
  const entries = describeEnv().map(({ name, about, example, fallback, required }) => {
    const value = example ?? fallback
    return `# ${about}\n${required ? '' : '# '}${name}=${value}\n`
  })
  return `# Made by \`npm run generate\` from src/platform/config/env.ts.\n\n${entries.join('\n')}`
}

export function configurationTable(): string {
  const rows = describeEnv().map(({ name, about, fallback, required, secret }) => {
    const standard = required ? '*required*' : fallback === '' ? '' : `\`${fallback}\``
    return `| \`${name}\` | ${standard} | ${about}${secret ? ` Or \`${name}_FILE\`.` : ''} |`
  })
  return `# Configuration

Made by \`npm run generate\` from \`src/platform/config/env.ts\`; do not edit. Every value is read once at start, and every mistake is
reported together. Each name also works with \`_FILE\` appended: the value is then the content of that file.

| Variable | Default | What it does |
|---|---|---|
${rows.join('\n')}
`
}
