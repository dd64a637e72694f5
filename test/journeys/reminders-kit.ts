import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import type { Locale } from '#base/messages.ts'
import { bellMessages } from '#ui/bell-messages.ts'
import { reminderMessages } from '#features/reminders/messages/list.ts'
import { setMessages } from '#features/reminders/messages/set.ts'
import type { Series } from '#features/reminders/repeat.ts'
import { pushMessages } from '#features/push/messages.ts'
import { JOURNEYS_DATABASE } from './server.ts'

export async function words(page: Page) {
  const locale = ((await page.locator('html').getAttribute('lang')) ?? 'en') as Locale
  return {
    locale,
    bell: bellMessages(locale),
    list: reminderMessages(locale),
    set: setMessages(locale),
    push: pushMessages(locale),
  }
}

export type Made = { fileId: string; noteId: string }

/** A file with one note on its second line. */
export async function fileWithNote(page: Page, content: string, name = 'parse.py'): Promise<Made> {
  const text = Array.from({ length: 30 }, (_, n) => `line_${n + 1} = ${n + 1}`).join('\n')
  const file = await page.request.post('/api/files', { data: { file_name: name, content: text } })
  expect(file.status(), await file.text()).toBe(201)
  const { file_id: fileId } = (await file.json()) as { file_id: string }
  const data = { content, line_start: 2, line_end: 2, anchor_text: 'line_2 = 2' }
  const note = await page.request.post(`/api/sticky-notes/${fileId}`, { data })
  expect(note.status(), await note.text()).toBe(201)
  return { fileId, noteId: ((await note.json()) as { id: string }).id }
}

export async function arm(page: Page, noteId: string, body: object = { preset: '1h' }): Promise<string> {
  const answer = await page.request.post(`/api/sticky-notes/note/${noteId}/reminder`, {
    data: { tz: 'Asia/Jerusalem', ...body },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return ((await answer.json()) as { remind_at: string }).remind_at
}

/** The API refuses moments that have passed, so the clock of this one is turned back in the store. */
export async function makeDue(page: Page, noteId: string, minutes = 12, body?: object): Promise<string> {
  await arm(page, noteId, body)
  const client = new pg.Client({ connectionString: process.env[JOURNEYS_DATABASE] })
  await client.connect()
  try {
    await client.query(
      `update reminders set remind_at = date_trunc('milliseconds', now()) - make_interval(mins => $2), push_at = null
       where note_id = $1`,
      [noteId, minutes],
    )
  } finally {
    await client.end()
  }
  const { reminder } = await stored(page, noteId)
  return reminder?.remind_at ?? ''
}

type Stored = { reminder: { status: string; remind_at: string; repeat: Series | null } | null }

export async function stored(page: Page, noteId: string): Promise<Stored> {
  return (await (await page.request.get(`/api/sticky-notes/note/${noteId}/reminder`)).json()) as Stored
}

/** On a phone notes wait behind their mark. */
export async function showNote(page: Page, { fileId, noteId }: Made): Promise<void> {
  await page.goto(`/file/${fileId}?note=${noteId}`)
  await expect(page.locator(`.note .remind-button`).first()).toBeVisible()
}
