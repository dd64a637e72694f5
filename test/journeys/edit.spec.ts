import type { Browser, Locator, Page } from '@playwright/test'
import { expect, expectNoAxeViolations, expectNoAxeViolationsInAnySystem, test } from './fixtures.ts'
import { signIn } from './people.ts'

/** Journeys of all projects run beside each other as the same people: each has names of its own. */
const unique = (name: string) => `${crypto.randomUUID().slice(0, 8)}-${name}`

const editor = (page: Page): Locator => page.locator('.cm-content')
const status = (page: Page): Locator => page.locator('#editor-status')
const saveButton = (page: Page): Locator => page.locator('.workspace-bar > button[type=submit]')

async function createFile(page: Page, fileName: string, content: string): Promise<string> {
  const answer = await page.request.post('/api/files', {
    data: { file_name: fileName, content },
  })
  const body = (await answer.json()) as { file_id: string }
  return body.file_id
}

async function contentOf(page: Page, id: string): Promise<string> {
  const answer = await page.request.get(`/api/files/${id}`)
  const body = (await answer.json()) as { file: { content: string } }
  return body.file.content
}

async function openEditor(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(editor(page)).toBeVisible()
}

/** At the end of the text, where the caret of a person would be. */
async function typeAtEnd(page: Page, text: string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(text)
}

test('what is pasted on the dashboard is saved by the keys that save a file', async ({ page }) => {
  await signIn(page, 'Dana')
  for (const keys of ['Control+s', 'Control+Enter']) {
    await page.goto('/dashboard')
    await expect(page.locator('.paste-status')).toBeAttached()
    await page.locator('#paste textarea').fill(`# ${keys}\n`)
    await page.keyboard.press(keys)
    await page.waitForURL(/\/file\/\w+$/)
    expect(await contentOf(page, new URL(page.url()).pathname.split('/').at(-1) ?? '')).toBe(`# ${keys}\n`)
  }
})

test('the button that saves is in sight after pasting a long text', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'Dana')
  await page.goto('/dashboard')
  await expect(page.locator('.paste-status')).toBeAttached()
  await page.evaluate((text) => navigator.clipboard.writeText(text), 'line\n'.repeat(100))
  await page.locator('#paste textarea').click()
  await page.keyboard.press('Control+v')
  await expect(page.locator('#paste button[type=submit]')).toBeInViewport({ ratio: 1 })
})

test('what is pasted on the dashboard becomes a file with a language and a name', async ({ page }) => {
  await signIn(page, 'Dana')
  await page.goto('/dashboard')
  const name = `f${crypto.randomUUID().slice(0, 6)}`
  await page.locator('#paste textarea').fill(`def ${name}():\n    return "שלום"\n`)
  await expect(page.locator('.paste-status')).toContainText(`${name}.py`)
  await page.locator('#paste button[type=submit]').click()
  await page.waitForURL(/\/file\/\w+$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(await contentOf(page, id)).toBe(`def ${name}():\n    return "שלום"\n`)
  await expect(page).toHaveTitle(new RegExp(`${name}\\.py`))
})

test('a file dropped on the dashboard is kept to the byte', async ({ page }) => {
  await signIn(page, 'Dana')
  await page.goto('/dashboard')
  await expect(page.locator('.paste-status')).toBeAttached()
  const name = unique('dropped.txt')
  const content = '\ufeffa\r\nb\rc\n'
  const data = await page.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text ?? ''], fileName ?? ''))
      return transfer
    },
    [name, content],
  )
  await page.dispatchEvent('#paste', 'drop', { dataTransfer: data })
  await page.waitForURL(/\/file\/\w+$/)
  expect(await contentOf(page, new URL(page.url()).pathname.split('/').at(-1) ?? '')).toBe(content)
})

test('a new file is written, its language seen while typing, and saved with Ctrl S', async ({ page }) => {
  await signIn(page, 'Dana')
  await openEditor(page, '/files/new')
  await expectNoAxeViolations(page)
  await page.locator('[name=file_name]').fill(unique('שלום.py'))
  await typeAtEnd(page, '# ברכה\nprint("שלום, עולם!")\n')
  await expect(page.locator('option[value=""]')).toContainText('Python')
  await page.keyboard.press('Control+KeyS')
  await expect(status(page)).toContainText('1')
  await expect(page).toHaveURL(/\/file\/\w+\/edit$/)
  await typeAtEnd(page, 'print(2)\n')
  await saveButton(page).click()
  await expect(status(page)).toContainText('2')
  const id = new URL(page.url()).pathname.split('/')[2] ?? ''
  expect(await contentOf(page, id)).toBe('# ברכה\nprint("שלום, עולם!")\nprint(2)\n')
})

test('what is typed before the editor has loaded is kept, with the caret, and undo leads back to the stored text', async ({
  page,
}) => {
  await signIn(page, 'Dana')
  const id = await createFile(page, unique('early.txt'), 'stored\nend')
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/editor-.*\.js/, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(`/file/${id}/edit`)
  await page.locator('#editor-content').press('Control+Home')
  await page.keyboard.type('של')
  resolve()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('ום ')
  await expect(page.locator('.cm-line').first()).toHaveText('שלום stored')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(page.locator('.cm-line').first()).toHaveText('stored')
})

test('a large text is in the form without being laid out, and saved from the editor', async ({ page }) => {
  await signIn(page, 'Dana')
  const content = Array.from({ length: 5_000 }, (_, i) => `value_${i} = "שלום"`).join('\n')
  const id = await createFile(page, unique('large.py'), content)
  await openEditor(page, `/file/${id}/edit`)
  await expect(page.locator('#editor-content')).toHaveValue(content)
  await expect(page.locator('#editor-stored')).toHaveCount(0)
  await typeAtEnd(page, '!')
  await page.keyboard.press('Control+KeyS')
  await expect(status(page)).toContainText('2')
  expect(await contentOf(page, id)).toBe(`${content}!`)
})

test.describe('a large text whose editor cannot be loaded', () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_FAILED|Failed to fetch/] })

  test('is edited in the plain form', async ({ page }) => {
    await signIn(page, 'Dana')
    const content = 'line\n'.repeat(12_000)
    const id = await createFile(page, unique('plain.txt'), content)
    await page.route(/\/assets\/editor-.*\.js/, (route) => route.abort())
    await page.goto(`/file/${id}/edit`)
    await expect(page.locator('#editor-content')).toBeHidden()
    // Nothing of it could run, as with a blocked script: the style sheet shows it after 15 seconds.
    await expect(page.locator('#editor-content')).toBeVisible({ timeout: 30_000 })
    await page.locator('#editor-content').press('Control+Home')
    await page.keyboard.insertText('first\n')
    await saveButton(page).click()
    await page.waitForURL(/\/file\/\w+$/)
    expect(await contentOf(page, id)).toBe(`first\n${content}`)
  })
})

test('S32: an edit leaves the line ends alone that it did not touch', async ({ page }) => {
  await signIn(page, 'Dana')
  const id = await createFile(page, unique('mixed.txt'), '\ufeffa\r\nb\nc\rd\u2028e')
  await openEditor(page, `/file/${id}/edit`)
  await typeAtEnd(page, '!')
  await page.keyboard.press('Control+KeyS')
  await expect(status(page)).toContainText('2')
  expect(await contentOf(page, id)).toBe('\ufeffa\r\nb\nc\rd\u2028e!')
})

test.describe('a name that is taken', () => {
  test.use({ expectedErrors: [/409/] })

  test('is refused with a free one, and nothing typed is lost', async ({ page }) => {
    await signIn(page, 'Dana')
    const name = unique('taken.txt')
    await createFile(page, name, 'first')
    await openEditor(page, '/files/new')
    await page.locator('[name=file_name]').fill(name)
    await typeAtEnd(page, 'second')
    await page.keyboard.press('Control+KeyS')
    await page.locator('.editor-free-name button').click()
    await expect(status(page)).toContainText('1')
    await expect(page.locator('[name=file_name]')).toHaveValue(name.replace('.txt', ' (2).txt'))
  })
})

test.describe('two people at one file', () => {
  test.use({ expectedErrors: [/409/] })

  test('changes that fit together are merged after a look', async ({ page }) => {
    await signIn(page, 'Dana')
    const id = await createFile(page, unique('fit.txt'), 'one\ntwo\nthree\nfour\nfive\n')
    await openEditor(page, `/file/${id}/edit`)
    await saveElsewhere(page, id, 1, 'ONE\ntwo\nthree\nfour\nfive\n')
    await typeAtEnd(page, 'six\n')
    await page.keyboard.press('Control+KeyS')
    await expect(page.locator('.merge-added')).toContainText('ONE')
    await expectNoAxeViolations(page)
    await page.locator('.merge-actions .button-primary').click()
    await expect(status(page)).toContainText('3')
    expect(await contentOf(page, id)).toBe('ONE\ntwo\nthree\nfour\nfive\nsix\n')
  })

  test('changes that clash are decided part by part, and the result can still be edited', async ({ page }) => {
    await signIn(page, 'Dana')
    const id = await createFile(page, unique('clash.txt'), 'one\ntwo\nthree\n')
    await openEditor(page, `/file/${id}/edit`)
    await saveElsewhere(page, id, 1, 'one\ntwo\nTHEIRS\n')
    await typeAtEnd(page, 'MINE\n')
    await page.keyboard.press('Control+KeyS')
    const part = page.locator('.merge-part')
    await expect(part).toContainText('MINE')
    await expect(part).toContainText('THEIRS')
    await expect(page.locator('.merge-actions .button-primary')).toBeDisabled()
    await part.locator('.merge-both input').check()
    await expectNoAxeViolations(page)
    await page.locator('.merge-actions .button-plain').first().click()
    await typeAtEnd(page, 'after\n')
    await page.keyboard.press('Control+KeyS')
    await expect(status(page)).toContainText('3')
    expect(await contentOf(page, id)).toBe('one\ntwo\nthree\nMINE\nTHEIRS\nafter\n')
  })
})

/** From a second browser, as the same person. */
async function saveElsewhere(page: Page, id: string, version: number, content: string): Promise<void> {
  const browser: Browser | null = page.context().browser()
  if (!browser) throw new Error('There is no browser')
  const { origin } = new URL(page.url())
  const other = await browser.newContext({ baseURL: origin })
  const second = await other.newPage()
  await signIn(second, 'Dana')
  const answer = await second.request.put(`/api/files/${id}`, {
    data: { content, prev_version: version },
    headers: { origin },
  })
  expect(answer.status()).toBe(200)
  await other.close()
}

test('a draft survives a closed tab and is restored or discarded', async ({ page, context }) => {
  await signIn(page, 'Dana')
  const id = await createFile(page, unique('draft.txt'), 'stored\n')
  await openEditor(page, `/file/${id}/edit`)
  await typeAtEnd(page, 'not saved yet\n')
  // Nobody waits for anything when a tab is closed.
  await page.close({ runBeforeUnload: false })

  const again = await context.newPage()
  await openEditor(again, `/file/${id}/edit`)
  const banner = again.locator('.editor-draft')
  await expect(banner).toBeVisible()
  await expectNoAxeViolations(again)
  await banner.locator('.button-plain').click()
  await expect(editor(again)).toContainText('not saved yet')
  await again.keyboard.press('Control+KeyS')
  await expect(status(again)).toContainText('2')
  await openEditor(again, `/file/${id}/edit`)
  await expect(again.locator('.editor-draft')).toHaveCount(0)
  expect(await contentOf(again, id)).toBe('stored\nnot saved yet\n')
})

test.describe('signed out while writing', () => {
  test.use({ expectedErrors: [/401/] })

  test('the text is kept, the way back is offered, and after signing in it is there', async ({ page, context }) => {
    await signIn(page, 'Omer')
    const id = await createFile(page, unique('kept.txt'), 'stored\n')
    await openEditor(page, `/file/${id}/edit`)
    await typeAtEnd(page, 'an evening of work\n')
    await context.clearCookies({ name: 'session' })
    await page.keyboard.press('Control+KeyS')
    await expect(page.locator('.signed-out')).toBeVisible()
    await page.locator('.signed-out a').click()
    await page.getByRole('button', { name: 'Omer' }).click()
    await page.waitForURL(new RegExp(`/file/${id}/edit`))
    await page.locator('.editor-draft .button-plain').click()
    await expect(editor(page)).toContainText('an evening of work')
    await page.keyboard.press('Control+KeyS')
    await expect(status(page)).toContainText('2')
    expect(await contentOf(page, id)).toBe('stored\nan evening of work\n')
  })

  test('the way back is offered when its dialog loads after the refusal', async ({ page, context }) => {
    await signIn(page, 'Omer')
    const id = await createFile(page, unique('kept.txt'), 'stored\n')
    const refused = Promise.withResolvers<void>()
    await page.route(/\/assets\/signed-out-.*\.js/, async (route) => {
      await refused.promise
      await route.continue()
    })
    await openEditor(page, `/file/${id}/edit`)
    await typeAtEnd(page, 'an evening of work\n')
    await context.clearCookies({ name: 'session' })
    await page.keyboard.press('Control+KeyS')
    await expect(status(page)).toHaveAttribute('data-tone', 'warn')
    await expect(page.locator('.signed-out')).toHaveCount(0)
    refused.resolve()
    await expect(page.locator('.signed-out')).toBeVisible()
  })
})

test('the caret walks a line of code with Hebrew in the order it is seen', async ({ page }) => {
  await signIn(page, 'Dana')
  const id = await createFile(page, unique('bidi.py'), 'x = f("שלום", 1)  # הערה\n')
  await openEditor(page, `/file/${id}/edit`)
  await expect(page.locator('.cm-isolate').first()).toBeAttached()
  const line = page.locator('.cm-line').first()
  // The code itself stays left to right: the call begins at the left of its arguments.
  const edge = async (text: string) => {
    const box = await line.locator('span', { hasText: text }).first().boundingBox()
    return box ? { left: box.x, right: box.x + box.width } : { left: 0, right: 0 }
  }
  expect((await edge('שלום')).right).toBeLessThan((await edge('הערה')).left)
  await editor(page).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('End')
  await page.keyboard.insertText('!')
  await page.keyboard.press('Home')
  await page.keyboard.insertText('y = ')
  await page.keyboard.press('Control+KeyS')
  await expect(status(page)).toContainText('2')
  expect(await contentOf(page, id)).toBe('y = x = f("שלום", 1)  # הערה!\n')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/409/] })

  test('a file is made and changed, and a stale save shows both texts', async ({ page }) => {
    await signIn(page, 'Noa')
    await page.goto('/files/new')
    const name = unique('plain.txt')
    await page.locator('[name=file_name]').fill(name)
    await page.locator('#editor-content').fill('\nfirst line is empty\nשלום\n')
    await saveButton(page).click()
    await page.waitForURL(/\/file\/\w+$/)
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect(await contentOf(page, id)).toBe('\nfirst line is empty\nשלום\n')

    await page.goto(`/file/${id}/edit`)
    await expect(page.locator('#editor-content')).toHaveValue('\nfirst line is empty\nשלום\n')
    await page.request.put(`/api/files/${id}`, {
      data: { content: 'theirs\r\n', prev_version: 1 },
    })
    await page.locator('#editor-content').fill('mine\n')
    await saveButton(page).click()
    await expect(page.locator('#editor-content')).toHaveValue('mine\n')
    await expect(page.locator('#editor-theirs')).toHaveValue('theirs\n')
    await saveButton(page).click()
    await page.waitForURL(/\/file\/\w+$/)
    expect(await contentOf(page, id)).toBe('mine\r\n')
  })
})

/** By the system's wish, which an account without a choice follows: a choice would change the account for all journeys. */
test('the editor has no accessibility violations in any theme', async ({ page }) => {
  await signIn(page, 'Dana')
  const id = await createFile(page, unique('axe.py'), 'def f(x):\n    """טקסט"""\n    return x + 1  # הערה\n')
  await openEditor(page, `/file/${id}/edit`)
  await expect(page.locator('.code-keyword').first()).toBeVisible()
  await expectNoAxeViolationsInAnySystem(page)
})
