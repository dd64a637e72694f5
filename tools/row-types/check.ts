import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { projectRoot } from '#platform/project-root.ts'
import { compareRows } from './compare.ts'
import { readDeclarations } from './declared.ts'
import { readSent, ROWS } from './sent.ts'

/**
 * `npm run rows`: compares the row types of `sql` templates with what PostgreSQL returned for them in the last run of database tests. With
 * `--all`, after all of them, a template that no test has executed is a complaint too.
 */
const { all } = parseArgs({ options: { all: { type: 'boolean', default: false } } }).values
if (!existsSync(ROWS)) throw new Error('No statements are recorded: run database tests first')
const { sent, catalog } = readSent(ROWS)
const { complaints, unsent, compared } = readDeclarations(projectRoot, (declared) =>
  compareRows(declared, sent, catalog),
)
const untested = all ? unsent.map((place) => `${place} is executed by no test`) : []
const found = [...complaints, ...untested]
for (const line of found) console.log(line)
console.log(`row types: ${compared} compared, ${unsent.length} not executed, ${found.length} wrong`)
if (found.length > 0) process.exitCode = 1
