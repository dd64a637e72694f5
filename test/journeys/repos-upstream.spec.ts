import { startGitServer } from '../git-server.ts'
import { expect, expectNoAxeViolations, send, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { addRepo, syncNow } from './repos-page.ts'

const LINES = Array.from({ length: 30 }, (_, i) => `export const value${i} = compute(${i}, 'שם ${i}')`)
const textWith = (changes: Record<number, string> = {}) => `${LINES.map((line, i) => changes[i] ?? line).join('\n')}\n`

test('a copy tells that upstream changed, is updated with one click, asks when both changed, and is sent back', async ({
  page,
}, { project }) => {
  test.setTimeout(150_000)
  await using server = await startGitServer()
  server.state.tokens.add('journey-token')
  const name = `noa/copies-${project.name}`
  const origin = server.create(name)
  origin.commit({ put: { 'src/values.ts': textWith() } })
  await newPerson(page)
  await addRepo(page, server.url(name))
  await page.goto(`/repos/${name}/src/values.ts`)
  await page.locator('.workspace-tools > [popovertarget="file-menu"]').click()
  await send(page, page.locator('#file-menu form button'))
  await page.goto('/files')
  await page.getByRole('link', { name: 'values.ts' }).first().click()
  await expect(page).toHaveURL(/\/file\//)
  const file = page.url()
  await expect(page.locator('.viewer-strips')).toBeEmpty()

  await test.step('changed there', async () => {
    origin.commit({ put: { 'src/values.ts': textWith({ 3: 'export const three = 3' }) } })
    await syncNow(page, name)
    await page.goto(file)
    await expect(page.locator('.viewer-strips .notice')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.locator('.viewer-strips a.button').click()
    await expect(page.locator('.diff-added').first()).toBeVisible()
    await expectNoAxeViolations(page)
    await page.locator('.upstream-update button').click()
    await expect(page.locator('#L4')).toContainText('three')
    await expect(page.locator('.viewer-strips')).toBeEmpty()
  })

  await test.step('changed in one place on both sides', async () => {
    const edited = await page.request.put(`/api/files/${file.split('/').at(-1)}`, {
      data: { content: textWith({ 3: 'export const mine = 3' }), prev_version: 2 },
      headers: { origin: new URL(file).origin },
    })
    expect(edited.status()).toBe(200)
    origin.commit({ put: { 'src/values.ts': textWith({ 3: 'export const theirs = 3' }) } })
    await syncNow(page, name)
    await page.goto(`${file}/upstream`)
    await expect(page.locator('.upstream-mine')).toContainText('mine = 3')
    await expect(page.locator('.upstream-theirs')).toContainText('theirs = 3')
    await expectNoAxeViolations(page)
    await page.locator('button[value="mine"]').click()
    await expect(page.locator('#L4')).toContainText('mine')
  })

  await test.step('sent back', async () => {
    await page.goto(`${file}/upstream`)
    await page.locator('.upstream-send summary').click()
    await expectNoAxeViolations(page)
    await page.locator('input[name="branch"]').fill('from-the-shelf')
    await page.locator('input[name="token"]').fill('journey-token')
    await page.locator('.upstream-send button').click()
    await expect(page.locator('.notice-success').first()).toContainText('from-the-shelf')
    expect(origin.git('show', 'from-the-shelf:src/values.ts')).toContain('mine = 3')
  })
})

test('a repository shows its README, rendered files and what changes most', async ({ page }, { project }) => {
  test.setTimeout(120_000)
  await using server = await startGitServer()
  const name = `noa/shown-${project.name}`
  const origin = server.create(name)
  origin.commit({
    put: {
      'README.md':
        '# כלים\n\nראו את [המדריך](docs/guide.md).\n\n## Install\n\n```sh\nnpm install\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
      'docs/guide.md': '# Guide\n\nWords.\n',
      'logo.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><rect width="120" height="60" fill="teal"/></svg>\n',
      'page.html': '<!doctype html><h1>Shown</h1><script>document.body.textContent = "ran"</script>\n',
      'src/a.ts': 'export const a = 0\n',
      'package.json': '{}\n',
    },
  })
  for (let n = 1; n < 6; n++) origin.commit({ put: { 'src/a.ts': `export const a = ${n}\n` } })
  await newPerson(page)
  await addRepo(page, server.url(name))
  await page.goto(`/repos/${name}`)
  await expect(page.locator('.repo-readme h1')).toContainText('כלים')
  await expectNoAxeViolations(page)
  await page.locator('.repo-readme a', { hasText: 'המדריך' }).click()
  await expect(page).toHaveURL(/docs\/guide\.md$/)
  await page.goto(`/repos/${name}/README.md`)
  await page.locator('.view-switch a').nth(1).click()
  await expect(page.locator('#prose h1')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto(`/repos/${name}/logo.svg?view=rendered`)
  await expect
    .poll(() =>
      page.locator('.repo-picture img').evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)),
    )
    .toBe(120)
  await expectNoAxeViolations(page)
  await page.goto(`/repos/${name}/page.html?view=rendered`)
  await expect(page.frameLocator('.repo-frame').locator('h1')).toHaveText('Shown')
  await page.goto(`/repos/${name}?view=numbers`)
  await expect(page.locator('.repo-bars-paths').first()).toContainText('src/a.ts')
  await expectNoAxeViolations(page)
})
