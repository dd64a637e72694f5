import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { newPerson } from './people.ts'

/** Of a file with notes: the page, three sheets and three fonts at once, five scripts, the notes, and what the bell shows. */
const MAX_REQUESTS = 14

/** Everything that a page asks for until it is quiet. The service worker is fetched beside it, once in a browser's life. */
async function requestsOf(page: Page, path: string): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/sw.js') && request.serviceWorker() === null)
      asked.push(new URL(request.url()).pathname)
  })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return asked
}

test.describe('a first visit makes few requests', () => {
  test('to a file with notes', async ({ page }) => {
    await newPerson(page)
    const saved = await page.request.post('/api/files', {
      data: { file_name: 'light.py', content: 'a = 1\nb = "שלום"\n' },
    })
    const { file_id: id } = (await saved.json()) as { file_id: string }
    await page.request.post(`/api/sticky-notes/${id}`, { data: { content: 'A note', line_start: 2 } })
    const asked = await requestsOf(page, `/file/${id}`)
    await expect(page.locator('.note')).toBeVisible()
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS)
  })

  test('to a file without notes', async ({ page }) => {
    await newPerson(page)
    const saved = await page.request.post('/api/files', { data: { file_name: 'light.py', content: 'b = "שלום"\n' } })
    const { file_id: id } = (await saved.json()) as { file_id: string }
    const asked = await requestsOf(page, `/file/${id}`)
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS)
  })

  test('to the list of files', async ({ page }) => {
    await newPerson(page)
    await page.request.post('/api/files', { data: { file_name: 'light.py', content: 'a = 1\n' } })
    const asked = await requestsOf(page, '/files')
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS)
  })
})
