import type { Locator, Page } from '@playwright/test'
import type { Locale } from '#base/messages.ts'
import { askingMessages } from '#features/notes/messages/asking.ts'
import { boardMessages } from '#features/boards/messages/boards.ts'
import { actMessages, canvasMessages } from '#features/boards/messages/canvas.ts'
import { noteMessages } from '#features/notes/messages/notes.ts'
import { expect } from './fixtures.ts'

type Note = { id: string; content: string; position: { x: number; y: number }; size: { width: number; height: number } }

export async function words(page: Page) {
  const locale = ((await page.locator('html').getAttribute('lang')) ?? 'en') as Locale
  return {
    asking: askingMessages(locale),
    board: boardMessages(locale),
    canvas: canvasMessages(locale),
    acts: actMessages(locale),
    note: noteMessages(locale),
  }
}

export async function newBoard(page: Page, name: string): Promise<string> {
  const answer = await page.request.post('/api/note-boards', { data: { name } })
  return ((await answer.json()) as { board: { id: string } }).board.id
}

export async function put(page: Page, board: string, fields: object): Promise<Note> {
  const answer = await page.request.post(`/api/sticky-notes/board/${board}`, { data: fields })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { note: Note }).note
}

export async function notesOn(page: Page, board: string): Promise<Note[]> {
  return ((await (await page.request.get(`/api/sticky-notes/board/${board}`)).json()) as { notes: Note[] }).notes
}

/** Until the server has it where it should be. */
export async function expectStored(page: Page, board: string, content: string, fields: Partial<Note>): Promise<void> {
  await expect(async () => {
    expect((await notesOn(page, board)).find((note) => note.content === content)).toMatchObject(fields)
  }).toPass({ timeout: 15_000, intervals: [250] })
}

/** A card that script drew, not the one of the list that the server drew before. */
export const card = (page: Page, text: string) => page.locator('.note[data-note]').filter({ hasText: text })

export async function openCanvas(page: Page, board: string): Promise<void> {
  await page.goto(`/boards/${board}?view=canvas`)
  await expect(page.locator('.canvas-view')).toBeVisible()
}

export async function drag(page: Page, from: Locator, by: { x: number; y: number }): Promise<void> {
  const box = await from.boundingBox()
  const start = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + by.x / 2, start.y + by.y / 2, { steps: 3 })
  await page.mouse.move(start.x + by.x, start.y + by.y, { steps: 3 })
  await page.mouse.up()
}
