import type { Page } from '@playwright/test'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson, premiumPerson } from './people.ts'
import { JOURNEYS_RUNNER } from './runner.ts'

const words = {
  he: {
    run: 'הרצה',
    stop: 'עצירה',
    browser: 'בדפדפן',
    finished: 'הסתיים',
    failed: 'הסתיים בשגיאה',
    timedOut: 'עבר הזמן המרבי',
    stopped: 'נעצר לבקשתך',
    format: 'עיצוב',
    check: 'בדיקה',
    history: 'היסטוריה',
    input: 'קלט',
    premium: 'מנויי פרימיום',
    saveFile: 'שמירה כקובץ',
    save: 'שמירה',
    importRefused: 'לא הורץ',
    timeout: 'זמן מרבי',
  },
  en: {
    run: 'Run',
    stop: 'Stop',
    browser: 'My browser',
    finished: 'Finished',
    failed: 'Ended with an error',
    timedOut: 'over the time limit',
    stopped: 'Stopped by you',
    format: 'Format',
    check: 'Check',
    history: 'History',
    input: 'Input',
    premium: 'premium members',
    saveFile: 'Save as file',
    save: 'Save',
    importRefused: 'Not run',
    timeout: 'Time limit',
  },
}
const wordsOf = (page: Page) =>
  page.evaluate(() => document.documentElement.lang).then((lang) => words[lang === 'he' ? 'he' : 'en'])

async function write(page: Page, code: string): Promise<void> {
  const editor = page.locator('.cm-content')
  // The editor is opened when somebody turns to the code.
  await page.locator('.run-text:visible, .cm-content').click()
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  // Chromium would carry the style of what is replaced over to what replaces it, which our policy forbids.
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(code)
}

const status = (page: Page) => page.locator('.run-status')

/** The most that can be chosen, in seconds of the clock. The default of 5 ends a short program on a busy machine. */
async function allowTime(page: Page): Promise<void> {
  const { timeout } = await wordsOf(page)
  await page.getByLabel(timeout).fill('30')
}

/** Scripts of these names arrive when the returned function is called. */
async function holdScripts(page: Page, names: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(names, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test.describe('on the server', () => {
  test.skip(() => process.env[JOURNEYS_RUNNER] === undefined, 'no wall can be built here')

  test('code runs, says what it says while it runs, and is kept in the history', async ({ page }) => {
    await premiumPerson(page, 0)
    await page.goto('/tools/code')
    await awake(page)
    const t = await wordsOf(page)
    await allowTime(page)
    await write(page, `import time\nname = input()\nprint('שלום', name)\ntime.sleep(3)\nprint('סוף')`)
    await page.getByRole('tab', { name: t.input }).click()
    await page.locator('textarea[name=stdin]').fill('דנה')
    await page.keyboard.press('Tab')
    await page.locator('.cm-content').press('ControlOrMeta+Enter')
    await expect(page.locator('.run-output')).toHaveText('שלום דנה\n')
    await expect(page.getByRole('button', { name: t.stop, exact: true })).toBeVisible()
    await expect(status(page)).toContainText(t.finished)
    await expect(page.locator('.run-output')).toHaveText('שלום דנה\nסוף\n')
    await expectNoAxeViolations(page)
    await page.getByRole('tab', { name: t.history }).click()
    await expect(page.locator('.run-history li')).toHaveCount(1)
    await expectNoAxeViolations(page)
  })

  test('a traceback leads to its line, a run that is too long is ended, and Stop stops', async ({ page }) => {
    await premiumPerson(page, 1)
    await page.goto('/tools/code')
    const t = await wordsOf(page)
    await write(page, `def f(n):\n    return 1 / n\n\n\nprint(f(0))`)
    await page.getByRole('button', { name: t.run, exact: true }).click()
    await expect(status(page)).toContainText(t.failed)
    await page.getByRole('button', { name: /line 2$/ }).click()
    await expect(page.locator('.cm-activeLine')).toHaveText('    return 1 / n')
    await expectNoAxeViolations(page)

    await write(page, 'while True: pass')
    await page.getByLabel(t.timeout).fill('1')
    await page.getByRole('button', { name: t.run, exact: true }).click()
    await expect(status(page)).toContainText(t.timedOut)

    await page.getByLabel(t.timeout).fill('30')
    await page.getByRole('button', { name: t.run, exact: true }).click()
    await page.getByRole('button', { name: t.stop, exact: true }).click()
    await expect(status(page)).toContainText(t.stopped)
    // The server lets go of it too, a moment later: then the next one is not refused.
    await write(page, 'print(7 * 6)')
    await expect(async () => {
      await page.getByRole('button', { name: t.run, exact: true }).click()
      await expect(page.locator('.run-output')).toHaveText('42\n', { timeout: 3_000 })
    }).toPass({ timeout: 30_000 })
  })

  test('an import that is not on the list is underlined before, and refused', async ({ page }) => {
    await premiumPerson(page, 2)
    await page.goto('/tools/code')
    const t = await wordsOf(page)
    await write(page, 'import math\nimport os\nprint(os.name)')
    await expect(page.locator('.cm-mark-warn')).toHaveText(['os'])
    await page.getByRole('button', { name: t.run, exact: true }).click()
    await expect(status(page)).toContainText(t.importRefused)
    await expect(page.locator('.run-output')).toContainText('main.py:2')
  })

  test('what is typed before the editor has loaded is what runs', async ({ page }) => {
    await premiumPerson(page, 4)
    const release = await holdScripts(page, /\/assets\/editor-.*\.js/)
    await page.goto('/tools/code')
    await awake(page)
    const t = await wordsOf(page)
    await page.locator('textarea[name=code]').fill('print(6 * 7)')
    await page.getByRole('button', { name: t.run, exact: true }).click()
    await expect(page.locator('.run-output')).toHaveText('42\n')
    release()
    await expect(page.locator('.cm-content')).toHaveText('print(6 * 7)')
  })

  test('without script the form runs it', async ({ browser, baseURL, page }) => {
    await premiumPerson(page, 3)
    await page.goto('/tools/code')
    const t = await wordsOf(page)
    const context = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
      ...(baseURL && { baseURL }),
    })
    const plain = await context.newPage()
    await plain.goto('/tools/code')
    await plain.locator('textarea[name=code]').fill('print(input()[::-1])')
    await plain.locator('textarea[name=stdin]').fill('אבג')
    await plain.locator('.run-toolbar .button-primary').click()
    await expect(plain.locator('.run-output')).toHaveText('גבא\n')
    await expect(plain.locator('.run-status')).toContainText(t.finished)
    await context.close()
  })
})

test.describe('in the browser', () => {
  // Python starts twice in one of them, and each start may take a minute.
  test.describe.configure({ timeout: 180_000 })

  test('a plain user runs Python here: output, traceback, Stop', async ({ page }) => {
    await newPerson(page)
    await page.goto('/tools/code')
    const t = await wordsOf(page)
    await expect(page.getByText(t.premium)).toBeVisible()
    await awake(page)
    await allowTime(page)
    await write(page, `import sys, os\nprint('שלום', sys.platform)\nraise ValueError('x')`)
    await page.getByRole('button', { name: t.run, exact: true }).click()
    await expect(page.locator('.run-output')).toContainText('שלום emscripten', { timeout: 60_000 })
    await expect(status(page)).toContainText(t.failed)
    await page.getByRole('button', { name: /line 3$/ }).click()
    await expect(page.locator('.cm-activeLine')).toContainText('raise')
    await expectNoAxeViolations(page)

    await write(page, 'while True: pass')
    await page.getByRole('button', { name: t.run, exact: true }).click()
    await page.waitForTimeout(300)
    await page.getByRole('button', { name: t.stop, exact: true }).click()
    await expect(status(page)).toContainText(t.stopped)
    await write(page, 'print(input())')
    await page.getByRole('tab', { name: t.input }).click()
    await page.locator('textarea[name=stdin]').fill('again')
    await page.getByRole('button', { name: t.run, exact: true }).click()
    await expect(page.locator('.run-output')).toHaveText('again\n', { timeout: 60_000 })
  })

  test('what runs there reaches neither us nor anybody else', async ({ page }) => {
    await newPerson(page)
    await page.goto('/tools/code')
    const t = await wordsOf(page)
    const asked: string[] = []
    await awake(page)
    await allowTime(page)
    await write(
      page,
      `import js
print(js.location.origin)
for name in ('indexedDB', 'caches', 'localStorage'):
    try:
        print(name, bool(getattr(js, name).open('x')))
    except Exception as e:
        print(name, 'closed')
js.XMLHttpRequest.new
request = js.XMLHttpRequest.new()
try:
    request.open('GET', '${new URL(page.url()).origin}/api/files', False)
    request.send()
    print('answered', request.status)
except Exception as e:
    print('no way out')`,
    )
    // The browser names a request that it then does not send; an answer is what would count.
    page.on('response', (response) => response.url().includes('/api/files') && asked.push(response.url()))
    await page.getByRole('button', { name: t.run, exact: true }).click()
    await expect(page.locator('.run-output')).toContainText('no way out', { timeout: 60_000 })
    await expect(page.locator('.run-output')).toContainText('null')
    expect(asked).toEqual([])
  })

  test('a caret in the text box stays at its letter when the editor replaces it, and undo leads back', async ({
    page,
  }) => {
    await newPerson(page)
    const release = await holdScripts(page, /\/assets\/editor-.*\.js/)
    await page.goto('/tools/code')
    await awake(page)
    await expect(page.locator('.cm-content')).toHaveCount(0)
    const box = page.locator('textarea[name=code]')
    const example = await box.inputValue()
    await box.press('ControlOrMeta+Home')
    await page.keyboard.type('# של')
    release()
    await expect(page.locator('.cm-content')).toBeFocused()
    await page.keyboard.type('ום\n')
    await expect(page.locator('.cm-line').first()).toHaveText('# שלום')
    // The new line, the letters before it, and all that was typed into the text box.
    for (let step = 0; step < 3; step++) await page.keyboard.press('ControlOrMeta+z')
    await expect(page.locator('.cm-line').first()).toHaveText(example.split('\n')[0] ?? '')
  })

  test('format and check', async ({ page }) => {
    await newPerson(page)
    await page.goto('/tools/code')
    const t = await wordsOf(page)
    await write(page, `import os\nx=[1,2 ,3]\nprint( x )`)
    await page.getByRole('button', { name: t.check, exact: true }).click()
    await expect(page.locator('.run-findings li')).toHaveCount(1, { timeout: 60_000 })
    await expect(page.locator('.run-findings')).toContainText('F401')
    await page.getByRole('button', { name: t.format, exact: true }).click()
    await expect(page.locator('.cm-content')).toContainText('x = [1, 2, 3]')
    await expectNoAxeViolations(page)
  })

  test('code becomes a file of the library, also when it is typed before its colours have loaded', async ({ page }) => {
    await newPerson(page)
    const release = await holdScripts(page, /\/assets\/dist-.*\.js/)
    await page.goto('/tools/code')
    const t = await wordsOf(page)
    await write(page, 'print("kept")')
    await page.getByRole('button', { name: t.saveFile }).click()
    await page.locator('.run-save input').fill('kept.py')
    await page.getByRole('button', { name: t.save, exact: true }).click()
    await expect(page.locator('#toasts')).toContainText('kept.py')
    release()
    await page.goto('/files')
    await page.getByRole('link', { name: 'kept.py' }).first().click()
    await expect(page.locator('#L1')).toContainText('print("kept")')
  })
})
