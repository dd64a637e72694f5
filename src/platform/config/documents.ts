import { describeEnv, type EnvDoc } from './env.ts'
import { RunnerEnv } from './runner.ts'

export function envExample(): string {
  return `# Made by \`npm run generate\` from src/platform/config.

${examples(describeEnv())}
# ── The runner alone: a process of its own, perhaps on a machine of its own ──

${examples(describeEnv(RunnerEnv).filter(({ name }) => !knownToAll.has(name)))}`
}

/** Named once, where the other processes have it. */
const knownToAll = new Set(describeEnv().map(({ name }) => name))

function examples(docs: readonly EnvDoc[]): string {
  const entries = docs.map(({ name, about, example, fallback, required }) => {
    const value = example ?? fallback
    return `# ${about}\n${required ? '' : '# '}${name}=${value}\n`
  })
  return entries.join('\n')
}

export function configurationTable(): string {
  return `# Configuration

Made by \`npm run generate\` from \`src/platform/config\`; do not edit. Every value is read once at start, and every mistake is
reported together. Each name also works with \`_FILE\` appended: the value is then the content of that file.

${table(describeEnv())}

## The runner

\`codeshelf runner\` reads these and nothing else.

${table(describeEnv(RunnerEnv))}
`
}

function table(docs: readonly EnvDoc[]): string {
  const rows = docs.map(({ name, about, fallback, required, secret }) => {
    const standard = required ? '*required*' : fallback === '' ? '' : `\`${fallback}\``
    return `| \`${name}\` | ${standard} | ${about}${secret ? ` Or \`${name}_FILE\`.` : ''} |`
  })
  return `| Variable | Default | What it does |\n|---|---|---|\n${rows.join('\n')}`
}
