import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { startGitServer } from '../git-server.ts'
import { awake, expect, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { addRepo } from './repos-page.ts'

async function save(page: Page, name: string, content: string): Promise<string> {
  const answer = await page.request.post('/api/files', { data: { file_name: name, content } })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { file_id: string }).file_id
}

/** Selects the first place of a text in the code, as a double click or a caret would. */
async function select(page: Page, text: string): Promise<void> {
  await expect(page.locator('#code')).toContainText(text)
  await awake(page)
  await page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.getElementById('code') ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1
      if (at >= 0) return window.getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length)
    }
    throw new Error(`no ${wanted}`)
  }, text)
}

/** Symbols are read in the background. */
async function untilDefined(page: Page, name: string, url: RegExp): Promise<void> {
  await expect(async () => {
    const answer = await page.request.get(`/api/search?q=${encodeURIComponent(`sym:${name}`)}`)
    expect(await answer.text()).toMatch(url)
  }).toPass({ timeout: 60_000 })
}

const toasts = (page: Page) => page.locator('#toasts .toast')

test('in a file, d goes to the definition of the selected name, u to its uses, and other selections say what to do', async ({
  page,
}) => {
  await newPerson(page)
  const name = `total_${randomUUID().slice(0, 6)}`
  const defined = await save(
    page,
    'defs.py',
    `# first\ndef ${name}(rows):\n    return rows\n\ndef סכום(x):\n    return x\n`,
  )
  const user = await save(page, 'uses.py', `result = ${name}([1])\nאחר = סכום(2)\nnothing_like_this = 1\n`)
  await untilDefined(page, name, new RegExp(defined))
  await page.goto(`/file/${user}`)
  await awake(page)
  await page.keyboard.press('d')
  await expect(toasts(page)).toHaveCount(1)
  await select(page, name)
  await page.keyboard.press('d')
  await expect(page).toHaveURL(new RegExp(`/file/${defined}#L2`))
  await page.goBack()
  await awake(page)
  await select(page, 'סכום')
  await page.keyboard.press('d')
  await expect(page).toHaveURL(new RegExp(`/file/${defined}#L5`))
  await page.goBack()
  await awake(page)
  await select(page, 'nothing_like_this')
  await page.keyboard.press('d')
  await expect(toasts(page).last()).toContainText('nothing_like_this')
  await expect(page).toHaveURL(`/file/${user}`)
  await select(page, '([')
  await page.keyboard.press('u')
  await expect(page).toHaveURL(`/file/${user}`)
  await select(page, name)
  await page.keyboard.press('u')
  await expect(page).toHaveURL(/\/search\?q=/)
  await expect(page.locator('main')).toContainText('uses.py')
  await expect(page.locator('main')).toContainText('defs.py')
})

test('in a repository, d prefers its own definition to one of the library, and u stays in the repository', async ({
  page,
}, { project }) => {
  test.setTimeout(120_000)
  await using server = await startGitServer()
  const repo = `noa/names-${project.name}`
  const name = 'ReaderOfNames'
  server.create(repo).commit({
    put: { 'src/reader.ts': `export class ${name} {}\n`, 'src/use.ts': `// first\nconst one = new ${name}()\n` },
  })
  await newPerson(page)
  await save(page, 'copy.ts', `export class ${name} {}\n`)
  await addRepo(page, server.url(repo))
  await untilDefined(page, name, new RegExp(`/repos/${repo}/src/reader.ts`))
  await page.goto(`/repos/${repo}/src/use.ts`)
  await awake(page)
  await select(page, name)
  await page.keyboard.press('d')
  await expect(page).toHaveURL(new RegExp(`/repos/${repo}/src/reader.ts.*#L1`))
  await awake(page)
  await select(page, name)
  await page.keyboard.press('u')
  await expect(page).toHaveURL(/\/search\?q=/)
  await expect(page.locator('main')).toContainText('use.ts')
  await expect(page.locator('main')).not.toContainText('copy.ts')
})
