import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

test('the details of the editor open at its side by the keyboard, keep what is typed while closed, and are saved with the file', async ({
  page,
}) => {
  await newPerson(page)
  const made = await page.request.post('/api/files', { data: { file_name: 'a.txt', content: 'one\n' } })
  const { file_id: id } = (await made.json()) as { file_id: string }
  await page.goto(`/file/${id}/edit`)
  await expect(page.locator('.cm-content')).toBeVisible()
  const panel = page.locator('#editor-details')
  const button = page.locator('[popovertarget="editor-details"]')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(panel).toBeVisible()
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await page.keyboard.press('Tab')
  await expect(panel.locator('select')).toBeFocused()
  await panel.locator('select').selectOption('Python')
  await panel.locator('[name="tags"]').fill('כסף, <b>money</b>')
  await panel.locator('[name="description"]').fill('תיאור\nבשתי שורות')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(button).toBeFocused()
  // Closed, they are still fields of the form.
  await page.keyboard.press('Control+s')
  await expect(async () => {
    const answer = await page.request.get(`/api/files/${id}`)
    expect(await answer.json()).toMatchObject({
      file: { language: 'Python', tags: ['כסף', '<b>money</b>'], description: 'תיאור\nבשתי שורות' },
    })
  }).toPass()
  await page.reload()
  await button.click()
  await expect(panel.locator('[name="description"]')).toHaveValue('תיאור\nבשתי שורות')
  await expect(panel.locator('select')).toHaveValue('Python')
})
