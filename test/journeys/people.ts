import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { signWidget } from '../sign-widget.ts'
import { JOURNEYS_BOT_TOKEN } from './server.ts'

/** Somebody who has never been here: the dialog of the first sign-in will greet them. */
export async function firstSignIn(page: Page, firstName = 'Rotem'): Promise<void> {
  const id = randomInt(1_000_000_000, 2_000_000_000)
  const fields = { id, first_name: firstName, auth_date: Math.floor(Date.now() / 1000) }
  await expect(async () => {
    const answer = await page.request.post('/auth/messenger', { data: signWidget(JOURNEYS_BOT_TOKEN, fields) })
    expect(answer.status()).toBe(200)
  }).toPass({ timeout: 25_000, intervals: [1_000, 5_000] })
}

/** Somebody of this journey alone, who has seen the greeting: the three demo people are shared by all journeys. */
export async function newPerson(page: Page, firstName = 'Rotem'): Promise<void> {
  await firstSignIn(page, firstName)
  await page.request.post('/api/welcome/ack')
}
