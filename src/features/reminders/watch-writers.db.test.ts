import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInline } from '#platform/threads.ts'
import { replyOf, type TestUser } from '../../../test/app.ts'
import { type GitLibrary, gitLibrary } from '../../../test/git-library.ts'
import { runOnce } from '../../../test/job.ts'
import { connect } from '../../../test/mcp-client.ts'
import { checkWatches } from './jobs.ts'

let at: GitLibrary
beforeAll(async () => {
  at = await gitLibrary()
})
afterAll(() => at[Symbol.asyncDispose]())

const API = '/api/sticky-notes'
const TEXT = 'def total(invoices):\n    amounts = list(invoices)\n    return sum(amounts)\n'
const CHANGED = TEXT.replace('sum(amounts)', 'round(sum(amounts), 2)')

/** A file with two notes on its second line: one watches the line, the other one the function. */
async function watched(user: TestUser): Promise<{ file: string; ofLine: string; ofSymbol: string }> {
  const file = await user.saveFile('total.py', TEXT)
  const ids: string[] = []
  for (const of of ['lines', 'symbol']) {
    const { id } = await user.createNote(file, { content: of, line_start: 3, line_end: 3 })
    expect(await user.post(`${API}/note/${id}/watch`, { of })).toMatchObject({ status: 200 })
    ids.push(id)
  }
  const [ofLine = '', ofSymbol = ''] = ids
  return { file, ofLine, ofSymbol }
}

async function expectFiredOnce(user: TestUser, { ofLine, ofSymbol }: { ofLine: string; ofSymbol: string }) {
  for (let round = 0; round < 2; round++) await runOnce(at.app, checkWatches(runInline).run)
  const { items } = replyOf(await user.get(`${API}/reminders/due`))
  expect(new Set(items.map(({ note_id: id }) => id))).toEqual(new Set([ofLine, ofSymbol]))
  expect(items).toHaveLength(2)
  for (const { change } of items)
    expect(change?.rows).toContainEqual({ kind: 'added', text: '    return round(sum(amounts), 2)' })
}

test('a watch fires when an agent saves the file over MCP', async () => {
  const { user, secret } = await at.person('Agent')
  const notes = await watched(user)
  const agent = await connect(`${at.base}/mcp`, secret)
  const saved = await agent.call('edit_file', {
    file_id: notes.file,
    prev_version: 1,
    old_text: 'sum(amounts)',
    new_text: 'round(sum(amounts), 2)',
  })
  expect(saved).toMatchObject({ isError: false })
  await agent.close()
  await expectFiredOnce(user, notes)
})

test('a watch fires when a push to the library changes the file', async () => {
  const { user, clone } = await at.person('Pusher')
  const notes = await watched(user)
  const copy = await clone('a')
  await copy.commit('round', { 'total.py': CHANGED })
  await copy.git('push', '--quiet')
  await expectFiredOnce(user, notes)
})
