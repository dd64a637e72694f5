import { afterAll } from 'vitest'
import { checkAnswers } from './declared.ts'
import { checkLog } from './events/witness.ts'
import { saveSentRows } from './sent-rows.ts'
import { checkStatements } from './sent-statements.ts'

/*
 * What must hold at the end of every file of database tests. Vitest runs this file once for each of them; all other modules are
 * loaded once for many files, which saves a third of the time.
 */

// oxlint-disable-next-line no-empty-pattern -- Vitest reads the pattern to learn what a hook needs
afterAll(({}, suite) => {
  checkLog(suite)
})
afterAll(checkStatements)
afterAll(checkAnswers)
afterAll(saveSentRows)
