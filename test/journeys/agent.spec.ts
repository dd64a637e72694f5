import { paneHref } from '#base/settings-panes.ts'
import type { Page } from '@playwright/test'
import { connect } from '../mcp-client.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson, premiumPerson } from './people.ts'
import { JOURNEYS_RUNNER } from './runner.ts'

/** Through the form of /settings, as people do. */
async function makeToken(page: Page, name: string, scopes: string[]): Promise<string> {
  await page.goto(paneHref('tokens'))
  const form = page.locator('.token-form')
  await form.locator('input[name="name"]').fill(name)
  for (const scope of scopes) await form.locator(`input[value="${scope}"]`).check()
  await form.locator('select[name="writes_per_day"]').selectOption('50')
  await form.locator('button').click()
  await expect(page.locator('.token-created pre').first()).toContainText('"mcpServers"')
  return page.locator('.token-secret').inputValue()
}

test('a token is made, an agent works with it, and all of it is undone', async ({ page, baseURL }) => {
  await newPerson(page, 'נעה')
  const secret = await makeToken(page, 'העוזר של נעה', ['write'])
  await expectNoAxeViolations(page)
  const agent = await connect(`${baseURL}/mcp`, secret)
  const made = await agent.call('save_file', { file_name: 'מתכון.md', content: '# עוגה\n' })
  await agent.call('append_to_file', { file_id: made.data['file_id'], text: '\n- קמח\n' })
  await agent.call('create_board_note', { content: '- [ ] לקנות קמח' })
  await agent.call('read_file', { file_id: 'no-such-file' })
  await agent.close()

  await page.goto(paneHref('tokens'))
  const row = page.locator('.tokens > li')
  await expect(row).toContainText(/(Writes today: 3 of 50|כתיבות היום: 3 מתוך 50)/)
  await expectNoAxeViolations(page)
  await row.locator('a').click()
  await expect(page.locator('.agent-acts > li')).toHaveCount(3)
  await page.locator('.agent-filter > a').last().click()
  await expect(page.locator('.agent-acts > li')).toHaveCount(4)
  await expect(page.locator('.agent-acts')).toContainText('file_not_found')
  await expectNoAxeViolations(page)

  await page.goto(paneHref('tokens'))
  await row.locator('button[popovertarget]').click()
  await row.locator('.token-undo select').selectOption('today')
  await expectNoAxeViolations(page)
  await row.locator('.token-undo button').click()
  await expect(page.locator('.notice-success')).toContainText(/(2 things are|שני דברים חזרו)/)
  await expectNoAxeViolations(page)
  await page.goto('/files')
  await expect(page.locator('main')).not.toContainText('מתכון')
  await page.goto('/trash')
  await expect(page.locator('.trash-rows')).toContainText('מתכון.md')
  await page.goto('/settings/agents')
  await expect(page.locator('.agent-list')).toHaveCount(0)
  await expect(page.locator('.agent-act .chip-accent')).toHaveCount(3)
})

test('undo leaves alone what the person changed meanwhile, and says so', async ({ page, baseURL }) => {
  await newPerson(page, 'עומר')
  const agent = await connect(`${baseURL}/mcp`, await makeToken(page, 'robot', ['write']))
  const { data } = await agent.call('save_file', { file_name: 'shared.txt', content: 'one' })
  await agent.close()
  const url = `/api/files/${String(data['file_id'])}`
  await page.request.put(url, {
    data: { content: 'one and mine', prev_version: 1 },
    headers: { origin: baseURL ?? '' },
  })
  await page.goto('/settings/agents')
  await page.locator('.agent-undo button').click()
  await expect(page.locator('.notice-warn')).toContainText('shared.txt')
  await expectNoAxeViolations(page)
  await page.locator('.notice-warn a').click()
  await expect(page.locator('main')).toContainText('one and mine')
})

test('a premium person’s agent runs code in the real sandbox', async ({ page, baseURL }) => {
  test.skip(process.env[JOURNEYS_RUNNER] === undefined, 'no wall can be built here')
  await premiumPerson(page, 9)
  const agent = await connect(`${baseURL}/mcp`, await makeToken(page, 'runner', ['run']))
  const ran = await agent.call('run_code', { code: 'print("שלום", 6 * 7)' })
  expect(ran.data).toMatchObject({ success: true, stdout: 'שלום 42\n', exit_code: 0 })
  await agent.close()
  await page.goto(paneHref('tokens'))
  await expect(page.locator('.tokens > li')).toContainText(/(Runs today: 1 of 50|הרצות היום: 1 מתוך 50)/)
})
