import type { APIRequestContext } from '@playwright/test'
import { drag, inBrowser, openInTurn, reportDrag, reportOpenings } from './browser.ts'

/** What 200 notes on a board cost the one who opens it, and whether a card, and fifty at once, can be dragged smoothly. */
const NOTES = 200
const GROUP = 50
const ROUNDS = 5

await inBrowser(async (browser, page) => {
  const [empty, full] = [await makeBoard(page.request, 0), await makeBoard(page.request, NOTES)]
  const { without, withNotes } = await openInTurn(
    page,
    ROUNDS,
    { path: `/boards/${empty}`, until: '.canvas-empty' },
    { path: `/boards/${full}`, until: '.canvas-card' },
  )
  reportOpenings({ 'empty board': without, [`${NOTES} notes`]: withNotes })
  const heads = page.locator('.canvas-card .note-head')
  reportDrag('one card', await drag(browser, page, heads.nth(0)))
  for (let i = 0; i < GROUP; i++) {
    await page.locator('.canvas .note').nth(i).focus()
    await page.keyboard.press('x')
  }
  await page.locator('.canvas-view').evaluate((view) => view.scrollTo(0, 0))
  reportDrag(`${GROUP} cards`, await drag(browser, page, heads.nth(20)))
})

async function makeBoard(request: APIRequestContext, notes: number): Promise<string> {
  const made = await request.post('/api/note-boards', { data: { name: `bench ${notes}` } })
  const { board } = (await made.json()) as { board: { id: string } }
  const colors = ['yellow', 'pink', 'green', 'blue', 'purple', 'orange', 'gray']
  for (let i = 0; i < notes; i++) {
    const content = `Note **${i}**\n\n- [ ] one\n- [x] שתיים\n\nwith \`code\` and a few more words to wrap around the line`
    const position = { x: (i % 10) * 272, y: Math.floor(i / 10) * 224 }
    const data = { content, position, color: colors[i % colors.length] }
    await request.post(`/api/sticky-notes/board/${board.id}`, { data })
  }
  return board.id
}
