import { globSync, readFileSync } from 'node:fs'
import { eventCatalogue } from '#app/events.ts'
import { PROVOKED, WAITING } from '../test/events/provoked.ts'
import { eventFields } from './event-fields.ts'

/** docs/events.md: what each event means, what it carries and which test makes it happen. */
export function eventTable(): string {
  const fields = new Map(globSync('src/**/*.ts').flatMap((path) => [...declaredIn(path)]))
  const rows = eventCatalogue
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, severity, msgHe }) => {
      const carried = (fields.get(name) ?? []).map((field) => `\`${field}\``).join(', ')
      const { means, by } = PROVOKED[name] ?? { means: WAITING[name] ?? '', by: null }
      return `| \`${name}\` | ${severity} | ${means} | ${msgHe} | ${carried} | ${by === null ? '' : `[test](../${by})`} |`
    })
  return `# Events

Made by \`npm run generate\` from \`src/app/events.ts\`; do not edit. Each stands in the log and in the table \`events\` with its moment, the id of the
request that caused it, if any, the Hebrew sentence as \`msg_he\`, and its fields. No event says about whom it is. The last column leads to a
test in which it really happens.

| Event | Severity | Meaning | Its sentence | Fields | |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}

function declaredIn(path: string): Map<string, string[]> {
  const source = readFileSync(path, 'utf8')
  return /\bevent\('/.test(source) && !path.endsWith('.test.ts')
    ? eventFields(path, source)
    : new Map<string, string[]>()
}
