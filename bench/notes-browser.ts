import { parseArgs } from 'node:util'
import type { APIRequestContext } from '@playwright/test'
import { drag, inBrowser, openInTurn, reportDrag, reportOpenings } from './browser.ts'

/** What a thousand notes cost the one who opens their file, and whether one can still be dragged smoothly. */
const { values } = parseArgs({
  options: { notes: { type: 'string', default: '200' }, rounds: { type: 'string', default: '3' } },
})
const NOTES = Number(values.notes)
const LINES = 3_000

await inBrowser(async (browser, page) => {
  const [bare, noted] = [await makeFile(page.request, 'bare'), await makeFile(page.request, 'noted')]
  const made = await makeNotes(page.request, noted)
  const { without, withNotes } = await openInTurn(
    page,
    Number(values.rounds),
    { path: `/file/${bare}`, until: '#code[data-live]' },
    { path: `/file/${noted}`, until: '.notes-slot .note' },
  )
  reportOpenings({ [`${LINES} lines`]: without, [`with ${made} notes`]: withNotes })
  reportDrag('a free note', await drag(browser, page, page.locator('.note-grip')))
})

async function makeFile(request: APIRequestContext, name: string): Promise<string> {
  const content = Array.from({ length: LINES }, (_, i) => `value_${i} = compute(${i}, "שלום")`).join('\n')
  const answer = await request.post('/api/files', { data: { file_name: `${name} ${Date.now()}.py`, content } })
  return ((await answer.json()) as { file_id: string }).file_id
}

/** As many as this person may have: the seeded ones count, too. */
async function makeNotes(request: APIRequestContext, fileId: string): Promise<number> {
  for (let i = 0; i < NOTES; i++) {
    const line = 1 + Math.floor((i * LINES) / NOTES)
    const content = `Note **${i}**\n\n- [ ] one\n- [x] שתיים\n\nwith \`code\` and a few more words to wrap around the line`
    const free = i === 0 && { mode: 'surface', position: { x: 200, y: 200 } }
    const answer = await request.post(`/api/sticky-notes/${fileId}`, { data: { content, line_start: line, ...free } })
    if (answer.status() !== 201) return i
  }
  return NOTES
}
