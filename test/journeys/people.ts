import { randomInt, randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { DEMO_USERS } from '#features/auth/demo.ts'
import { signWidget } from '../sign-widget.ts'
import { JOURNEYS_BOT_TOKEN, PREMIUM_PEOPLE } from './server.ts'

/** One of the three demo people, whom all journeys share. Only start.spec.ts goes through the page: it is two pages a journey. */
export async function signIn(page: Page, name: (typeof DEMO_USERS)[number]['firstName']): Promise<void> {
  for (const { id, firstName } of DEMO_USERS) if (firstName === name) await enter(page, id, firstName)
}

/** Somebody who has never been here: the dialog of the first sign-in will greet them. */
export async function firstSignIn(page: Page, firstName = 'Rotem'): Promise<void> {
  await enter(page, randomInt(1_000_000_000, 2_000_000_000), firstName)
}

/** Somebody of this journey alone, who has seen the greeting: the three demo people are shared by all journeys. */
export async function newPerson(page: Page, firstName = 'Rotem'): Promise<void> {
  await firstSignIn(page, firstName)
  await page.request.post('/api/welcome/ack')
}

/** One of the hundred that the server knows as premium. A person has one run at a time, so each journey names its own seat. */
export async function premiumPerson(page: Page, seat: number): Promise<void> {
  const project = ['he-desktop', 'he-phone', 'en-desktop', 'en-phone'].indexOf(test.info().project.name)
  await enter(page, PREMIUM_PEOPLE + seat + 10 * project, 'פז')
  await page.request.post('/api/welcome/ack')
}

async function enter(page: Page, id: number, firstName: string): Promise<void> {
  // A hash is single use, and time is in whole seconds: two journeys may begin in one.
  const fields = { id, first_name: firstName, auth_date: Math.floor(Date.now() / 1000), nonce: randomUUID() }
  const answer = await page.request.post('/auth/messenger', { data: signWidget(JOURNEYS_BOT_TOKEN, fields) })
  expect(answer.status()).toBe(200)
}
