import type { Locator, Page } from '@playwright/test'
import { awake, expect, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { ONCE } from './size.ts'

const LINES = Array.from({ length: 60 }, (_, i) => `x${i} = ${i}`).join('\n')

async function openFileWithNotes(page: Page): Promise<string> {
  await newPerson(page)
  const saved = await page.request.post('/api/files', { data: { file_name: 'first.py', content: LINES } })
  const { file_id: id } = (await saved.json()) as { file_id: string }
  for (const [line, content] of [
    [4, 'Note on four\n\n- [ ] a task'],
    [5, 'Note on five'],
    [30, 'Note on thirty'],
  ] as const)
    await page.request.post(`/api/sticky-notes/${id}`, { data: { content, line_start: line } })
  return `/file/${id}`
}

test.describe('without script', () => {
  test('the notes of a file are readable, beside their lines on a wide window', async ({
    browser,
    page,
    baseURL,
    isMobile,
  }) => {
    const path = await openFileWithNotes(page)
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: baseURL ?? '',
      storageState: await page.context().storageState(),
      ...(isMobile ? { viewport: { width: 390, height: 800 } } : { viewport: { width: 1280, height: 800 } }),
    })
    const plain = await context.newPage()
    await plain.goto(path)
    const cards = plain.locator('.notes-first .note')
    await expect(cards).toHaveCount(3)
    await expect(plain.getByText('Note on thirty')).toBeVisible()
    if (!isMobile) {
      const box = async (locator: Locator) => {
        const { y = Number.NaN, height = 0 } = (await locator.boundingBox()) ?? {}
        return { top: y, bottom: y + height }
      }
      const [four, five, thirty] = [await box(cards.nth(0)), await box(cards.nth(1)), await box(cards.nth(2))]
      expect(Math.abs(four.top - (await box(plain.locator('#L4'))).top)).toBeLessThan(2)
      expect(five.top).toBeGreaterThanOrEqual(four.bottom)
      expect(Math.abs(thirty.top - (await box(plain.locator('#L30'))).top)).toBeLessThan(2)
    }
    await context.close()
  })
})

test('the cards of the script are where those of the server were', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the cards of a phone come with the script')
  const path = await openFileWithNotes(page)
  await page.goto(path)
  const places = () =>
    page.locator('.note, .note-mark').evaluateAll((all) =>
      all
        .map((element) => element.getBoundingClientRect())
        .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' '))
        .toSorted(),
    )
  const before = await places()
  expect(before).toHaveLength(5)
  await awake(page)
  expect(await places()).toEqual(before)
  const shift = await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<number>()
    new PerformanceObserver((list) =>
      resolve(list.getEntries().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0)),
    ).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(0), 500)
    return promise
  })
  expect(shift).toBeLessThan(0.001)
})

test.describe('what is pressed before the islands live', () => {
  /** Nothing but the script of every page arrives before this is called. */
  async function holdIslands(page: Page): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      if (!/\/(browser|first)-/.test(route.request().url())) await promise
      await route.continue()
    })
    return resolve
  }

  test('a page of notes loads no island until somebody uses it', ONCE, async ({ page }) => {
    const path = await openFileWithNotes(page)
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    await page.goto(path)
    await expect(page.locator('.notes-first .note')).toHaveCount(3)
    expect(scripts.filter((name) => !/\/(browser|first)-|sw\.js/.test(name))).toEqual([])
    await page.mouse.move(50, 50)
    await expect(page.locator('.notes-first')).toHaveCount(0)
    await expect(page.locator('.note')).toHaveCount(3)
  })

  test('`]n` goes to the first note', ONCE, async ({ page }) => {
    const path = await openFileWithNotes(page)
    const release = await holdIslands(page)
    await page.goto(path)
    await page.keyboard.press(']')
    await page.keyboard.press('n')
    release()
    await expect(page.locator('.note', { hasText: 'Note on four' })).toBeFocused()
  })

  test('Ctrl K opens the palette', ONCE, async ({ page }) => {
    const path = await openFileWithNotes(page)
    const release = await holdIslands(page)
    await page.goto(path)
    await page.keyboard.press('Control+k')
    release()
    await expect(page.locator('dialog[open]')).toBeVisible()
  })

  test('a task of a note is ticked and stored', ONCE, async ({ page, isMobile }) => {
    test.skip(isMobile, 'the cards of a phone come with the script')
    const path = await openFileWithNotes(page)
    const release = await holdIslands(page)
    await page.goto(path)
    const stored = page.waitForResponse((response) => response.url().endsWith('/task'))
    await page.locator('.notes-first [type=checkbox]').click()
    release()
    expect(((await (await stored).json()) as { changed: boolean }).changed).toBe(true)
    await expect(page.locator('.notes-first')).toHaveCount(0)
    await expect(page.locator('.note [type=checkbox]')).toBeChecked()
  })

  test(
    'a button of a note acts once, and keeps the focus when the cards are drawn anew',
    ONCE,
    async ({ page, isMobile }) => {
      test.skip(isMobile, 'the cards of a phone come with the script')
      const path = await openFileWithNotes(page)
      const release = await holdIslands(page)
      await page.goto(path)
      const minimise = page.locator('.note', { hasText: 'Note on five' }).locator('[aria-expanded]')
      await minimise.focus()
      await page.keyboard.press('Enter')
      release()
      await expect(page.locator('.notes-first')).toHaveCount(0)
      await expect(minimise).toHaveAttribute('aria-expanded', 'false')
      await expect(minimise).toBeFocused()
      const notes = async () => {
        const answer = await page.request.get(`/api/sticky-notes/${path.split('/').at(-1)}`)
        return ((await answer.json()) as { notes: { is_minimized: boolean }[] }).notes.map((note) => note.is_minimized)
      }
      await expect.poll(notes).toEqual([false, true, false])
    },
  )

  test('what is typed after Ctrl K is searched for', ONCE, async ({ page }) => {
    const path = await openFileWithNotes(page)
    const release = await holdIslands(page)
    await page.goto(path)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('new')
    release()
    await expect(page.locator('dialog[open] input')).toHaveValue('new')
    await expect(page.locator('.note-draft, .note-editor')).toHaveCount(0)
  })

  test('a new note keeps every letter', ONCE, async ({ page }) => {
    const path = await openFileWithNotes(page)
    const release = await holdIslands(page)
    await page.goto(path)
    await page.keyboard.press('n')
    await page.keyboard.type('begun early')
    release()
    await expect(page.locator('.note-editor textarea')).toHaveValue('begun early')
  })
})
