import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { connect, listening } from '../../../test/mcp-client.ts'

test('list_notes without a file returns the 50 newest notes and whether there are more', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  const agent = await connect(await listening(app), (await dana.createToken('robot')).secret)
  const [board] = await dana.listBoards()
  const write = (content: string) => dana.createBoardNote(String(board?.id), { content })
  for (let i = 0; i < 50; i++) await write(`${i}`)
  expect((await agent.call('list_notes')).data).toMatchObject({ count: 50, there_are_more: false })
  app.advance(1)
  await write('the newest')
  const { data } = await agent.call('list_notes')
  expect(data).toMatchObject({ count: 50, there_are_more: true })
  expect(data).toHaveProperty('notes.0.content', 'the newest')
  await agent.close()
})

test('list_notes names the symbol that a note watches', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  const agent = await connect(await listening(app), (await dana.createToken('robot')).secret)
  const file = await dana.saveFile('a.py', 'def total(items):\n    return sum(items)\n')
  const { id } = await dana.createNote(file, { line_start: 2, line_end: 2 })
  const watch = async (of: 'lines' | 'symbol') => {
    await dana.post(`/api/sticky-notes/note/${id}/watch`, { of })
    return (await agent.call('list_notes', { file_id: file })).data
  }
  const symbol = { kind: 'function', name: 'total' }
  expect(await watch('symbol')).toMatchObject({ notes: [{ watch: 'on', watched_symbol: symbol }] })
  const ofLines = await watch('lines')
  expect(ofLines).toMatchObject({ notes: [{ watch: 'on' }] })
  expect(ofLines).not.toHaveProperty('notes.0.watched_symbol')
  await agent.close()
})
