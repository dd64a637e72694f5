import { settingsHref } from '#base/settings-panes.ts'
import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test'
import { workerMessages } from '#features/push/messages.ts'
import config from '../../playwright.config.ts'
import { expect, expectNoAxeViolations, test, WITHOUT_CONNECTION } from './fixtures.ts'
import { newPerson } from './people.ts'
import { arm, fileWithNote, type Made, makeDue, showNote, stored, words } from './reminders-kit.ts'

test.describe.configure({ timeout: 120_000 })
test.use({
  permissions: ['notifications'],
  // Without its windows the browser shows no notifications.
  launchOptions: { ...config.use?.launchOptions, executablePath: '/usr/bin/chromium' },
})

type OpenWorker = { worker: Worker; push: (text: string) => Promise<void>; titles: () => Promise<string[]> }

/** The page's service worker, and the tool that hands it a push as a push service would. */
async function openWorker(page: Page, context: BrowserContext): Promise<OpenWorker> {
  const waiting = context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
  await page.goto('/dashboard')
  const worker = await waiting
  await page.evaluate(async () => navigator.serviceWorker.ready)
  const titles = await listen(worker)
  const cdp = await context.newCDPSession(page)
  const registrationId = await registrationOf(cdp)
  const origin = new URL(page.url()).origin
  /** Returns when the notification is displayed: Chromium forgets one that it is asked about while it is displaying it. */
  const push = async (data: string) => {
    const before = (await titles()).length
    await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    await expect.poll(async () => (await titles()).length).toBeGreaterThan(before)
  }
  return { worker, push, titles }
}

async function registrationOf(cdp: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  return found
}

/** The titles of all notifications that the worker has displayed from now on. */
async function listen(worker: Worker): Promise<() => Promise<string[]>> {
  await worker.evaluate(() => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    const titles: string[] = []
    const show = registration.showNotification.bind(registration)
    Object.assign(self, { titles })
    registration.showNotification = async (title, options) => {
      await show(title, options)
      titles.push(title)
    }
  })
  return () => worker.evaluate(() => (self as unknown as { titles: string[] }).titles)
}

type Shown = { title: string; body: string; tag: string; actions: string[] }

function shown(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const notifications = await registration.getNotifications()
    return notifications.map((each) => ({
      title: each.title,
      body: each.body,
      tag: each.tag,
      // TypeScript knows them only in a worker.
      actions: ((each as { actions?: { action: string }[] }).actions ?? []).map(({ action }) => action),
    }))
  })
}

/** What the server sends for a due reminder. */
function payload({ fileId, noteId }: Made, remindAt: string): string {
  return JSON.stringify({
    kind: 'reminder',
    lang: 'he',
    title: 'לבדוק את parseConfig',
    body: 'parse.py:2',
    url: `/file/${fileId}?note=${noteId}#L2`,
    tag: `${noteId}@${remindAt}`,
    note_id: noteId,
    remind_at: remindAt,
  })
}

/** Headless browsers draw no notification that could be pressed: the worker gets the event that pressing makes. */
async function press(worker: Worker, action: string): Promise<void> {
  await worker.evaluate(async (name) => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration
      NotificationEvent: new (type: string, init: object) => Event
      dispatchEvent: (event: Event) => boolean
    }
    const [notification] = await scope.registration.getNotifications()
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: name }))
  }, action)
}

test('a real push is shown with Done and Snooze, and Done closes that very reminder', async ({ page, context }) => {
  await newPerson(page)
  const made = await fileWithNote(page, 'לבדוק את parseConfig')
  const remindAt = await makeDue(page, made.noteId)
  const { worker, push } = await openWorker(page, context)
  await push(payload(made, remindAt))
  await expect
    .poll(() => shown(page))
    .toEqual([
      {
        title: 'לבדוק את parseConfig',
        body: 'parse.py:2',
        tag: `${made.noteId}@${remindAt}`,
        actions: ['done', 'snooze'],
      },
    ])
  // A repeat replaces what is shown.
  await push(payload(made, remindAt))
  await expect.poll(async () => (await shown(page)).length).toBe(1)
  // The page that is open heard of it without waiting for its time.
  await expect(page.locator('.bell .badge')).toHaveText('1')
  await press(worker, 'done')
  await expect.poll(async () => (await stored(page, made.noteId)).reminder?.status).toBe('acknowledged')
  await expect(page.locator('.bell .badge')).toBeHidden()
  expect(await shown(page)).toEqual([])
})

test('S3: Snooze on the notification puts it off by an hour and acknowledges nothing', async ({ page, context }) => {
  await newPerson(page)
  const made = await fileWithNote(page, 'לבדוק את parseConfig')
  const remindAt = await makeDue(page, made.noteId)
  const { worker, push } = await openWorker(page, context)
  await push(payload(made, remindAt))
  await expect.poll(async () => (await shown(page)).length).toBe(1)
  await press(worker, 'snooze')
  await expect.poll(async () => (await stored(page, made.noteId)).reminder?.remind_at).not.toBe(remindAt)
  const { reminder } = await stored(page, made.noteId)
  expect(reminder?.status).toBe('pending')
  const minutes = (Date.parse(reminder?.remind_at ?? '') - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(58)
  expect(minutes).toBeLessThan(61)
})

for (const action of ['done', 'snooze'] as const) {
  test(`S2: ${action} on yesterday's notification leaves what was armed anew since`, async ({ page, context }) => {
    await newPerson(page)
    const made = await fileWithNote(page, 'לבדוק את parseConfig')
    const old = await makeDue(page, made.noteId)
    const { worker, push, titles } = await openWorker(page, context)
    await push(payload(made, old))
    await expect.poll(async () => (await shown(page)).length).toBe(1)
    const later = await arm(page, made.noteId, { preset: '1w' })
    await press(worker, action)
    await expect.poll(async () => (await titles()).at(-1)).toBe(workerMessages('he').moved)
    expect((await stored(page, made.noteId)).reminder).toMatchObject({ status: 'pending', remind_at: later })
  })
}

test('broken and unknown pushes still show something', async ({ page, context }) => {
  await newPerson(page)
  const { push, titles } = await openWorker(page, context)
  const broken = ['', 'not json', '[]', '{"kind":"from the future"}', '{"title":7,"url":"https://evil.example/"}']
  for (const text of broken) await push(text)
  expect(await titles()).toHaveLength(broken.length)
  // In the language of the browser, which the language of the journey does not change in a worker.
  const fallbacks = [workerMessages('he').fallbackTitle, workerMessages('en').fallbackTitle]
  expect((await titles()).every((title) => fallbacks.includes(title))).toBe(true)
})

test('a press goes to the page that shows the note', async ({ page, context }) => {
  await newPerson(page)
  const made = await fileWithNote(page, 'לבדוק את parseConfig')
  const remindAt = await makeDue(page, made.noteId)
  const { worker, push } = await openWorker(page, context)
  await push(payload(made, remindAt))
  await expect.poll(async () => (await shown(page)).length).toBe(1)
  await page.goto(`/file/${made.fileId}`)
  // Browsers let a worker bring pages forward only after a real press, so the order it asks in is what is looked at.
  const asked = await worker.evaluate(async () => {
    const scope = self as unknown as { clients: { matchAll: (options: object) => Promise<{ url: string }[]> } }
    return (await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })).map(({ url }) => url)
  })
  expect(asked.some((url) => url.endsWith(`/file/${made.fileId}`))).toBe(true)
  await press(worker, '')
  await expect.poll(() => shown(page)).toEqual([])
  expect(context.pages()).toHaveLength(1)
})

test('the question comes after the first reminder, with a reason, and "not now" is kept', async ({ page, context }) => {
  await context.clearPermissions()
  await newPerson(page)
  const made = await fileWithNote(page, 'לבדוק את parseConfig')
  await showNote(page, made)
  const { push } = await words(page)
  await expect(page.getByText(push.askTitle)).toHaveCount(0)
  await page.locator('.remind-button').first().click()
  await page.locator('[data-preset="1h"]').click()
  const ask = page.getByRole('complementary', { name: push.askTitle })
  await expect(ask).toContainText(push.askWhy)
  await expectNoAxeViolations(page)
  await ask.getByRole('button', { name: push.askNo }).click()
  await page.locator('.remind-button').first().click()
  await page.locator('[data-preset="3h"]').click()
  await expect(page.locator('.remind-box')).toHaveCount(0)
  await expect(ask).toHaveCount(0)
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: WITHOUT_CONNECTION })

  test('the page says so and shows nothing old', async ({ page, context }) => {
    await newPerson(page)
    await openWorker(page, context)
    await context.setOffline(true)
    await page.goto('/files')
    await expect(page.locator('.offline h1')).toBeVisible()
    await expect(page.locator('#kept')).not.toHaveText('')
    await expect(page.locator('.offline')).toHaveCSS('display', 'grid')
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(kept.every((path) => path === '/offline' || path.startsWith('/assets/'))).toBe(true)
    await context.setOffline(false)
  })
})

test('the app can be installed: manifest in the language of the page, icons that exist', async ({ page }) => {
  await newPerson(page)
  await page.goto('/dashboard')
  const { locale } = await words(page)
  const href = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? ''
  const manifest = (await (await page.request.get(href)).json()) as {
    lang: string
    icons: { src: string }[]
    share_target: { action: string }
  }
  expect(manifest.lang).toBe(locale)
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status(), src).toBe(200)
})

test('the settings list this device in words, test and remove it', async ({ page }) => {
  await newPerson(page)
  // As a browser's own subscription looks; nothing listens there, so the test says why it failed.
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const added = await page.request.post('/api/push/subscribe', {
    data: { endpoint: 'http://127.0.0.1:9/nobody', keys },
  })
  expect(added.status(), await added.text()).toBe(200)
  await page.goto(settingsHref('devices'))
  const { push } = await words(page)
  const devices = page.locator('#devices')
  await expect(devices.locator('.device-name')).toContainText(/Linux|Chrome|.+/)
  await expect(devices).toContainText(push.neverOk)
  await devices.getByRole('button', { name: push.test, exact: false }).first().click()
  await expect(page.locator('#devices')).toContainText(push.lastFailed)
  await expectNoAxeViolations(page)
  await devices.getByRole('button', { name: push.remove, exact: false }).first().click()
  await expect(page.locator('#devices')).toContainText(push.none)
})
