import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { isWhole, SLACK } from './size.ts'

const isPhone = () => test.info().project.name.endsWith('phone')
/** As crowded as 300 notes on 120 lines. */
const CROWD: readonly [number, number] = isWhole ? [300, 120] : [100, 40]

/** Notes of many heights, several on every line, in the order of the page. */
async function crowd(page: Page, total: number, lines = 120): Promise<{ fileId: string; ids: string[] }> {
  const LINES = Array.from({ length: lines }, (_, i) => `value_${i + 1} = compute(${i + 1})`)
  const file_name = `${randomUUID().slice(0, 8)}.py`
  const answer = await page.request.post('/api/files', { data: { file_name, content: LINES.join('\n') } })
  const fileId = ((await answer.json()) as { file_id: string }).file_id
  const notes = Array.from({ length: total }, (_, i) => ({
    content: Array.from({ length: 1 + ((i * 7) % 6) }, (_line, n) => `note ${i} line ${n}`).join('\n\n'),
    line_start: 1 + Math.floor((i * LINES.length) / total),
  }))
  const ids: string[] = []
  for (const data of notes) {
    const made = await page.request.post(`/api/sticky-notes/${fileId}`, { data })
    ids.push(((await made.json()) as { note: { id: string } }).note.id)
  }
  return { fileId, ids }
}

/** What is wrong with where the chosen note is; nothing when it is level with its line and both are on screen. */
function wrongs(page: Page, id: string): Promise<string[]> {
  return page.evaluate((noteId) => {
    const card = document.querySelector<HTMLElement>(`[data-note="${noteId}"]`)
    const line = document.querySelector('.is-noted')
    if (!card || !line) return [card ? 'no line' : 'no card']
    const [note, row] = [card.getBoundingClientRect(), line.getBoundingClientRect()]
    const sheet = document.querySelector('.notes-sheet')?.getBoundingClientRect()
    const floor = sheet?.top ?? window.innerHeight
    const found: string[] = []
    if (card.dataset['selected'] === undefined) found.push('not chosen')
    if (row.top < 56 || row.bottom > floor) found.push(`line at ${row.top}, floor ${floor}`)
    if (note.top < 56 || note.top > window.innerHeight - 40) found.push(`card at ${note.top}`)
    if (!sheet && Math.abs(note.top - row.top) > 8) found.push(`card at ${note.top}, line at ${row.top}`)
    return found
  }, id)
}

const onScreen = (page: Page, id: string) =>
  expect.poll(() => wrongs(page, id), { message: id, intervals: [20, 50, 100] }).toEqual([])

/** Chooses every note with the keys of the page; for each, how long it took until it was on screen and level, or what is wrong. */
function walk(page: Page, ids: readonly string[]): Promise<{ id: string; ms: number; wrong: string[] }[]> {
  return page.evaluate(async (all) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const press = (code: string) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { code, key: code, bubbles: true, cancelable: true }))
    const wrongs = (id: string) => {
      const card = document.querySelector<HTMLElement>(`[data-note="${id}"]`)
      const row = document.querySelector('.is-noted')?.getBoundingClientRect()
      const note = card?.getBoundingClientRect()
      if (!note || !row || card?.dataset['selected'] === undefined) return ['not chosen']
      return [
        row.top < 56 || row.bottom > innerHeight ? `line at ${row.top}` : '',
        note.top < 56 || note.top > innerHeight - 40 ? `card at ${note.top}` : '',
        Math.abs(note.top - row.top) > 8 ? `card at ${note.top}, line at ${row.top}` : '',
      ].filter((wrong) => wrong !== '')
    }
    const found = []
    for (const id of all) {
      const from = performance.now()
      press('BracketRight')
      press('KeyN')
      let wrong = ['']
      while (wrong.length > 0 && performance.now() - from < 2_000) {
        await frame()
        wrong = wrongs(id)
      }
      const boxes = Array.from(document.querySelectorAll('.notes-slot'), (slot) => slot.getBoundingClientRect())
      if (boxes.some((box, i) => i > 0 && box.top < (boxes[i - 1]?.bottom ?? 0))) wrong.push('cards overlap')
      found.push({ id, ms: performance.now() - from, wrong })
    }
    return found
  }, ids)
}

/** Lets the page draw what has changed, and measure it. */
async function frames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

test.beforeEach(({ page }) => newPerson(page))

for (const [total, lines] of isWhole ? [CROWD, [1_000, 3_000] as const] : [CROWD])
  test(`each of ${total} notes on ${lines} lines is level with its line within 100 ms of being chosen`, async ({
    page,
  }) => {
    test.skip(isPhone(), 'a phone shows one note')
    test.setTimeout(400_000)
    const { fileId, ids } = await crowd(page, total, lines)
    await page.goto(`/file/${fileId}`)
    await awake(page)
    const walked = await walk(page, ids)
    expect(walked.filter(({ wrong }) => wrong.length > 0)).toEqual([])
    const times = walked.map(({ ms }) => ms).toSorted((a, b) => a - b)
    const [median = 0, longest = 0] = [times[times.length >> 1], times.at(-1)]
    test
      .info()
      .annotations.push({ type: 'ms', description: `median ${median.toFixed(0)}, longest ${longest.toFixed(0)}` })
    // The gate runs beside other work, which delays single frames.
    if (isWhole) expect(longest).toBeLessThan(100)
    else expect(median).toBeLessThan(100 * SLACK)
  })

test('each of 60 notes is on screen with its line when it is chosen on a phone', async ({ page }) => {
  test.skip(!isPhone(), 'a wide screen shows them beside the lines')
  const { fileId, ids } = await crowd(page, 60)
  await page.goto(`/file/${fileId}`)
  await page.locator('.note-mark').first().click()
  for (const [i, id] of ids.entries()) {
    if (i > 0) await page.locator('.notes-walk button').nth(1).click()
    await onScreen(page, id)
  }
})

test('crowded notes are one line each and open under the pointer without moving the others', async ({ page }) => {
  test.skip(isPhone(), 'a phone shows one note')
  const { fileId } = await crowd(page, ...CROWD)
  await page.goto(`/file/${fileId}`)
  await awake(page)
  const slots = page.locator('.notes-slot')
  await expect(slots.nth(5)).toBeVisible()
  const tops = () => slots.evaluateAll((all) => all.map((slot) => slot.getBoundingClientRect().top))
  // Heights are guessed until the cards are drawn and measured.
  let before: number[] = []
  await expect(async () => {
    before = await tops()
    await frames(page)
    expect(await tops()).toEqual(before)
  }).toPass({ timeout: 15_000 })
  const third = slots.nth(3)
  expect((await third.boundingBox())?.height).toBeLessThan(40)
  await third.hover()
  await expect.poll(async () => (await third.boundingBox())?.height).toBeGreaterThan(60)
  expect(await tops()).toEqual(before)
  await page.locator('#L3').hover({ position: { x: 300, y: 5 } })
  await expect.poll(async () => (await third.boundingBox())?.height).toBeLessThan(40)
  await expectNoAxeViolations(page)
})

test('a card is moved to other lines by dragging and by keys, and undone', async ({ page }) => {
  test.skip(isPhone(), 'a phone has no column')
  const { fileId, ids } = await crowd(page, 1)
  const stored = async () => {
    const answer = await page.request.get(`/api/sticky-notes/${fileId}`)
    return ((await answer.json()) as { notes: { line_start: number; line_end: number | null; anchor_text: string }[] })
      .notes[0]
  }
  await page.goto(`/file/${fileId}`)
  await awake(page)
  const card = page.locator(`[data-note="${ids[0]}"]`)
  const grip = card.locator('.note-grip')
  const line = await page.locator('#L9').boundingBox()
  const handle = await grip.boundingBox()
  const box = await card.boundingBox()
  if (!line || !handle || !box) throw new Error('the card or its line is not on screen')
  await page.mouse.move(handle.x + 8, handle.y + 8)
  await page.mouse.down()
  await page.mouse.move(handle.x + 8, handle.y + 8 + line.y - box.y, { steps: 5 })
  await expect(page.locator('#L9')).toHaveClass(/is-noted/)
  await page.mouse.up()
  await expect.poll(stored).toMatchObject({ line_start: 9, line_end: 9 })
  await expect(card.locator('.note-location')).toHaveText('L9')
  await onScreen(page, ids[0] ?? '')
  await page.locator('#toasts button').first().click()
  await expect.poll(stored).toMatchObject({ line_start: 1 })
  await grip.press('ArrowDown')
  await grip.press('ArrowDown')
  await expect.poll(stored).toMatchObject({ line_start: 3 })
})

test('the last of 20 notes chosen within one frame stays chosen', async ({ page }) => {
  test.skip(isPhone(), 'a phone has no keyboard')
  const { fileId, ids } = await crowd(page, 60)
  await page.goto(`/file/${fileId}`)
  await expect(page.locator('.note-mark').first()).toBeVisible()
  await page.evaluate(() => {
    for (let i = 0; i < 20; i++)
      for (const code of ['BracketRight', 'KeyN'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { code, key: code, bubbles: true, cancelable: true }))
  })
  const last = page.locator(`[data-note="${ids[19]}"]`)
  await expect(last).toBeFocused()
  await expect(last).toHaveAttribute('data-selected', '')
})

test('a note that is clicked far from its line is taken there, and the click still ticks its box', async ({ page }) => {
  test.skip(isPhone(), 'a phone shows one note')
  const { fileId } = await crowd(page, 150)
  const made = await page.request.post(`/api/sticky-notes/${fileId}`, {
    data: { content: '- [ ] tick me', line_start: 90 },
  })
  const { note } = (await made.json()) as { note: { id: string } }
  await page.goto(`/file/${fileId}`)
  await expect(page.locator('.note').first()).toBeVisible()
  const box = page.getByRole('checkbox', { name: 'tick me' })
  const short = page.locator(`[data-note="${note.id}"]`)
  // Its card was pushed far below the end of the text, and opens under the pointer.
  for (let step = 0; step < 60 && !(await short.isVisible()); step++) {
    await page.mouse.wheel(0, 500)
    // Only cards near the view are drawn: a wheel that turns faster than they are would pass it.
    await frames(page)
  }
  await short.hover()
  await box.click()
  await expect(box).toBeChecked()
  await onScreen(page, note.id)
})

test('a link to a note leads to it among many', async ({ page }) => {
  test.setTimeout(200_000)
  const { fileId, ids } = await (isPhone() ? crowd(page, 60) : crowd(page, ...CROWD))
  for (const at of [0, 0.3, 0.6, 0.99]) {
    const index = Math.floor(at * ids.length)
    const id = ids[index] ?? ''
    await page.goto(`/note/${id}`)
    await expect(page).toHaveURL(new RegExp(`/file/${fileId}`))
    await onScreen(page, id)
  }
})
