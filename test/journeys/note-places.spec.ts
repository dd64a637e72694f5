import { startGitServer } from '../git-server.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { addRepo, syncNow } from './repos-page.ts'
import { fileOf, LABEL, TOTAL, TOTAL_NET } from '../python-blocks.ts'

const say = (he: string, en: string) => (test.info().project.name.startsWith('he') ? he : en)

test('a note says in which commit its code changed, and lists the places that it had', async ({ page }, {
  project,
}) => {
  test.setTimeout(120_000)
  await using server = await startGitServer()
  const name = `noa/places-${project.name}`
  const origin = server.create(name)
  origin.commit({ put: { 'billing/invoice.py': fileOf(TOTAL, LABEL), 'billing/total.py': fileOf(LABEL) } })
  await newPerson(page)
  await addRepo(page, server.url(name))
  const home = `/api/sticky-notes/repo/${encodeURIComponent(name)}`
  const data = { content: 'Why not a decimal?', line_start: 1, line_end: 3 }
  const made = await page.request.post(`${home}/billing/invoice.py`, { data })
  const { id } = (await made.json()) as { id: string }
  origin.commit({ put: { 'billing/invoice.py': fileOf(LABEL), 'billing/total.py': fileOf(LABEL, TOTAL) } })
  const changed = origin.commit({ put: { 'billing/total.py': fileOf(LABEL, TOTAL_NET) } })
  await syncNow(page, name)

  await page.goto(`/repos/${name}/billing/total.py?note=${id}`)
  await awake(page)
  const notice = page.locator('.note-notice').first()
  const sentence = say(
    `הקוד של \u2068total()\u2069 השתנה בשינוי \u2068${changed.slice(0, 8)}\u2069`,
    `\u2068total()\u2069 changed in commit \u2068${changed.slice(0, 8)}\u2069`,
  )
  await expect(notice.getByRole('link', { name: sentence })).toHaveAttribute(
    'href',
    `/repos/${name}?at=${changed}&view=commit`,
  )
  await page
    .locator('.note')
    .getByRole('button', { name: say('אפשרויות', 'Options') })
    .click()
  await page.locator('.note-menu').getByText(say('המקומות הקודמים', 'Earlier places')).click()
  const places = page.locator('.note-places')
  await expect(places.locator('li')).toHaveCount(3)
  await expect(places.locator('li').nth(1)).toContainText(
    say(
      'הקוד של \u2068total()\u2069 עבר אל \u2068billing/total.py\u2069',
      '\u2068total()\u2069 moved to \u2068billing/total.py\u2069',
    ),
  )
  await expect(places.locator('li').nth(2)).toContainText('L1-3')
  await expectNoAxeViolations(page)
  await places.getByRole('button', { name: say('סגירה', 'Close') }).click()
  await expect(places).toHaveCount(0)
  await notice.getByRole('link', { name: sentence }).click()
  await expect(page.locator('main')).toContainText('each.net')
})

test('a note whose code moved to another file is moved back to the file that it was attached to', async ({ page }, {
  project,
}) => {
  test.setTimeout(120_000)
  await using server = await startGitServer()
  const name = `noa/back-${project.name}`
  const origin = server.create(name)
  origin.commit({ put: { 'a.py': fileOf(TOTAL, LABEL), 'b.py': fileOf(LABEL) } })
  await newPerson(page)
  await addRepo(page, server.url(name))
  const home = `/api/sticky-notes/repo/${encodeURIComponent(name)}/a.py`
  const made = await page.request.post(home, { data: { content: 'Why not a decimal?', line_start: 1, line_end: 3 } })
  const { id } = (await made.json()) as { id: string }
  origin.commit({ put: { 'a.py': fileOf(LABEL), 'b.py': fileOf(LABEL, TOTAL) } })
  await syncNow(page, name)

  await page.goto(`/repos/${name}/b.py?note=${id}`)
  await awake(page)
  await page.getByRole('button', { name: say('סקירה', 'Review') }).click()
  const notice = page.locator('.note-notice').first()
  await expect(notice).toContainText('a.py')
  await notice.getByRole('button', { name: say('ביטול המעבר', 'Undo move') }).click()
  await expect(page).toHaveURL(new RegExp(`/a\\.py\\?note=${id}$`))
  await expect(page.locator('.note')).toContainText('Why not a decimal?')
})
