import { randomUUID } from 'node:crypto'
import { type Page } from '@playwright/test'
import pg from 'pg'
import type { Locale } from '#base/messages.ts'
import { observabilityMessages } from '#features/observability/messages.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { signIn } from './people.ts'
import { JOURNEYS_DATABASE } from './server.ts'

const PATH = '/admin/observability'

async function wordsOf(page: Page) {
  return observabilityMessages(((await page.locator('html').getAttribute('lang')) ?? 'en') as Locale)
}

/** Charts are drawn when they come into view: a slider through the points stands for each. */
async function chartsAwake(page: Page, title: string): Promise<void> {
  await page.locator('.chart').first().scrollIntoViewIfNeeded()
  await expect(page.getByRole('slider', { name: new RegExp(`^${title}`) })).toBeVisible()
}

/** An hour of events of a kind of its own, counted as the sink counts them, and an alert: journeys share a database. */
async function observe(): Promise<{ event: string; alert: string }> {
  const event = `journey_${randomUUID().slice(0, 8)}`
  const alert = `Reminder queue ${event}`
  const client = new pg.Client({ connectionString: process.env[JOURNEYS_DATABASE] })
  await client.connect()
  await client.query(
    `with inserted as (
       insert into events (at, id, event, severity, request_id, fields)
       select now() - make_interval(mins => i), gen_random_uuid(), $1, 'error', 'r', '{"msg_he": "משהו נכשל", "resource": {"type": "note", "id": "n1"}}'
       from generate_series(1, 50) i returning at, event, severity)
     insert into event_counts (seconds, at, event, severity, count)
     select s, at, coalesce(event, '*'), severity, n from (
       select s, date_bin(make_interval(secs => s), at, 'epoch') as at, event, severity, count(*) as n
       from inserted cross join (values (60), (300), (3600)) b (s) group by grouping sets ((1, 2, 3, 4), (1, 2, 4))) counted
     on conflict (seconds, at, event, severity) do update set count = event_counts.count + excluded.count`,
    [event],
  )
  await client.query(
    `insert into alerts (id, fingerprint, started_at, received_at, name, severity, summary, type, source, status, tags, metadata, search)
     values (gen_random_uuid(), $1, now() - interval '20 minutes', now(), $2, 'critical', 'תזכורות מאחרות', 'web', 'alertmanager', 'firing', '["job=web"]',
       '{"runbook_url": "https://runbooks.example/queue"}', lower($2))`,
    [event, alert],
  )
  await client.end()
  return { event, alert }
}

test('an admin sees what happened, narrows it down by the address, and nothing is in the way of anybody', async ({
  page,
}) => {
  const { event, alert } = await observe()
  await signIn(page, 'Noa')
  await page.goto(PATH)
  const t = await wordsOf(page)
  await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
  await chartsAwake(page, t.events_count)
  await expectNoAxeViolations(page)

  await page.getByRole('link', { name: t.range_6h, exact: true }).click()
  await page.getByLabel(t.type, { exact: true }).fill(event)
  await page.getByRole('button', { name: t.filter, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`timerange=6h.*type=${event}`))
  await expect(page.getByRole('list', { name: t.replay }).getByRole('listitem')).toHaveCount(50)
  await page.reload()
  await expect(page.getByLabel(t.type, { exact: true })).toHaveValue(event)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: `${t.export} NDJSON` }).click()
  expect((await download).suggestedFilename()).toMatch(/^observability-.*\.ndjson$/)

  await page.goto(`${PATH}?q=${encodeURIComponent(alert)}`)
  await expect(page.getByRole('heading', { level: 3, name: alert })).toBeVisible()
  await page.locator('.alert-details summary').click()
  await expect(page.getByText('job=web')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('replay plays, pauses, and is moved by the keyboard', async ({ page }) => {
  const { event } = await observe()
  await signIn(page, 'Noa')
  await page.goto(`${PATH}?timerange=1h&type=${event}`)
  const t = await wordsOf(page)
  const scrubber = page.getByRole('slider', { name: t.moment })
  await scrubber.scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: t.play, exact: true }).click()
  await expect(page.locator('.happening-current')).toBeVisible()
  await page.getByRole('button', { name: t.pause, exact: true }).click()
  const stopped = Number(await scrubber.inputValue())
  await scrubber.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => Number(await scrubber.inputValue())).toBeLessThan(stopped)
  await page.keyboard.press('End')
  await expect(page.locator('.happening-ahead')).toHaveCount(0)
})

test('an alert is explained or the failure is said, and a remedy that was tried is remembered', async ({ page }) => {
  const { alert } = await observe()
  await signIn(page, 'Noa')
  await page.goto(`${PATH}?q=${encodeURIComponent(alert)}`)
  const t = await wordsOf(page)
  await awake(page)
  await page.getByRole('button', { name: t.explainOne(alert) }).click()
  const dialog = page.getByRole('dialog', { name: t.explain })
  await expect(dialog.getByText(new RegExp(`${t.rootCause}|${t.explainFailed}`)).first()).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: t.fix_open_jobs }).click()
  await expect(page).toHaveURL(/\/admin\/jobs$/)
  await page.goBack()
  await page.reload()
  await expect(page.getByText(t.tried)).toBeVisible()
})

test('the page refreshes itself while it is looked at, until it is paused', async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'Noa')
  const { event } = await observe()
  await page.goto(`${PATH}?timerange=1h&type=${event}`)
  const t = await wordsOf(page)
  await expect(page.getByText(t.liveOn)).toBeVisible()
  await chartsAwake(page, t.events_count)
  const asked = page.waitForRequest((request) => request.url().includes('/api/observability/timeseries'))
  await page.clock.fastForward(16_000)
  await asked
  await page.getByRole('button', { name: t.livePause }).click()
  await expect(page.getByText(t.liveOff)).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('numbers, bars, alerts, filters and replay are all there', async ({ page }) => {
    const { event, alert } = await observe()
    await signIn(page, 'Noa')
    await page.goto(PATH)
    const t = await wordsOf(page)
    await expect(page.locator('.chart svg path').first()).toBeVisible()
    await expect(page.getByRole('button', { name: t.play, exact: true })).toBeHidden()
    await page.getByLabel(t.words, { exact: true }).fill(event)
    await page.getByRole('button', { name: t.filter, exact: true }).click()
    await expect(page.getByRole('heading', { level: 3, name: alert })).toBeVisible()
    await expect(page.getByRole('list', { name: t.replay }).getByRole('listitem')).toHaveCount(51)
  })
})

test('it is for admins only', async ({ page, expectedErrors }) => {
  expectedErrors.push(/403/)
  await signIn(page, 'Dana')
  expect((await page.goto(PATH))?.status()).toBe(403)
})
