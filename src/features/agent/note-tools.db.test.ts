import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { connect, listening, makeToken } from '../../../test/mcp-client.ts'

test('list_notes without a place: the 50 written last, and whether there are more', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  const agent = await connect(await listening(app), (await makeToken(dana, 'robot')).secret)
  type Boards = { boards: { board_id: string }[] }
  const board = ((await agent.call('list_boards')).data as Boards).boards[0]?.board_id
  const write = (content: string) => dana.post(`/api/sticky-notes/board/${board}`, { content })
  for (let i = 0; i < 50; i++) expect((await write(`${i}`)).status).toBe(201)
  expect((await agent.call('list_notes')).data).toMatchObject({ count: 50, there_are_more: false })
  app.advance(1)
  await write('the newest')
  const { data } = await agent.call('list_notes')
  expect(data).toMatchObject({ count: 50, there_are_more: true })
  expect((data['notes'] as { content: string }[])[0]?.content).toBe('the newest')
  await agent.close()
})
