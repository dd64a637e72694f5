import type { Page } from '@playwright/test'
import type { Locale } from '#base/messages.ts'
import { boxMessages } from '#features/search/messages/box.ts'
import { resultMessages } from '#features/search/messages/results.ts'
import { awake, expect, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { ONCE } from './size.ts'

/** Text that looks like the end of an event, and like markup. */
const HOSTILE = 'total\n\nevent: done\ndata: {}\n\n</script><img src=x onerror=alert(1)>\u2028'

async function words(page: Page) {
  const locale = ((await page.locator('html').getAttribute('lang')) ?? 'en') as Locale
  return { ...resultMessages(locale), ...boxMessages(locale) }
}

async function someThings(page: Page): Promise<void> {
  const file = { file_name: 'total.py', content: `def total(items):\n    return sum(items)\n\n# ${HOSTILE}` }
  const saved = await page.request.post('/api/files', { data: file })
  const { file_id } = (await saved.json()) as { file_id: string }
  await page.request.post(`/api/sticky-notes/${file_id}`, { data: { title: '', content: HOSTILE, line_start: 1 } })
}

/** The page of somebody who has a file and a note. */
async function openSearch(page: Page): Promise<void> {
  await newPerson(page)
  await someThings(page)
  await page.goto('/search')
  await awake(page)
}

/** A slow network: events of the groups that need repositories reach the page after `release`. What is held is what the server sent. */
async function holdRepoGroups(page: Page) {
  await page.addInitScript(() => {
    const released = new Promise<void>((resolve) => addEventListener('release-groups', () => resolve(), { once: true }))
    const isHeld = (block: string) => /"group":"(?:symbols|repos)"|^event: done/.test(block)
    const holding = () => {
      let rest = ''
      const held: string[] = []
      return new TransformStream<string, string>({
        transform(text, controller) {
          const blocks = (rest + text).split('\n\n')
          rest = blocks.pop() ?? ''
          for (const block of blocks) {
            if (isHeld(block)) held.push(block)
            else controller.enqueue(`${block}\n\n`)
          }
        },
        async flush(controller) {
          await released
          for (const block of held) controller.enqueue(`${block}\n\n`)
        },
      })
    }
    const fetchNow = window.fetch
    window.fetch = async (input, init) => {
      const response = await fetchNow(input, init)
      if (!response.url.includes('/api/search/stream') || !response.body) return response
      const body = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(holding())
      return new Response(body.pipeThrough(new TextEncoderStream()), response)
    }
  })
  return { release: () => page.evaluate(() => dispatchEvent(new Event('release-groups'))) }
}

const groups = (page: Page) => page.locator('.search-group > h3')

test(
  'the first groups are shown while others are searched, and do not move once one is chosen',
  ONCE,
  async ({ page }) => {
    const { release } = await holdRepoGroups(page)
    await openSearch(page)
    const t = await words(page)
    const results = page.locator('#results')
    await page.keyboard.type('total')
    await expect(page).toHaveURL(/\/search\?q=total$/)
    await expect(groups(page)).toHaveText([t.files, t.notes])
    await expect(results).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByText(t.searching, { exact: true }).last()).toBeVisible()
    await expect(page.locator('#announcer')).toHaveText('')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('.search-hit-link').nth(1)).toBeFocused()
    await release()
    // The symbol matches better than the note, and would come before it.
    await expect(groups(page)).toHaveText([t.files, t.notes, t.symbols])
    await expect(results).toHaveAttribute('aria-busy', 'false')
    await expect(page.locator('.search-hit-link').nth(1)).toBeFocused()
    await expect(page.locator('#announcer')).toHaveText(t.results(3))
    await expect(page.locator('#results img')).toHaveCount(0)
    await page.reload()
    await awake(page)
    await expect(groups(page)).toHaveText([t.files, t.symbols, t.notes])
  },
)

test('a search that is cut off says that results are missing, and can be tried again', ONCE, async ({ page }) => {
  await openSearch(page)
  const t = await words(page)
  await page.route('**/api/search/stream?**', async (route) => {
    const whole = await (await route.fetch()).text()
    // At the start of a line: the text of the file has these words too, and its group may come first.
    await route.fulfill({ contentType: 'text/event-stream', body: whole.replace(/^event: done[^]*$/m, '') })
  })
  await page.keyboard.type('total')
  await expect(page.getByRole('alert')).toContainText(t.interrupted)
  await expect(page.locator('#results')).toHaveAttribute('aria-busy', 'false')
  await page.unroute('**/api/search/stream?**')
  await page.getByRole('button', { name: t.retry }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(groups(page)).toHaveText([t.files, t.symbols, t.notes])
})

test('half a pattern is explained while it is typed', ONCE, async ({ page }) => {
  await openSearch(page)
  // The console must stay empty: the fixture looks.
  await page.keyboard.type('/tot(al/')
  await expect(page.locator('#results .search-wrong')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type(')')
  await expect(page.locator('#results .search-hit-link').first()).toBeVisible()
})
