import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Frame, type Page } from '@playwright/test'
import type * as Axe from 'axe-core'

/** Read, not imported: the journeys' own process never runs it, and its sources are twice as large as this file. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** A frame in which no script may run never answers. */
const FRAME_TIMEOUT_MS = 1000
/** A theme changes colours and nothing else, so the other rules find the same in each of them. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

type Options = { iframes?: boolean; runOnly?: string[] }

/** `within`: one part of the page, such as a dialog that covers half a line of text. */
export async function expectNoAxeViolations(page: Page, within = 'html', options: Options = {}): Promise<void> {
  await settled(page)
  await inject(page, options.iframes !== false)
  const found = await page.evaluate(
    async ({ include, more }) => {
      const { axe } = window as unknown as { axe: typeof Axe }
      // Without `resultTypes` axe also describes each element that passes, which is most of its work.
      const { violations } = await axe.run(include, { resultTypes: ['violations'], ...more })
      return violations.map(({ id, help, nodes }) => ({
        rule: id,
        help,
        where: nodes.map(({ target }) => target.join(' ')),
      }))
    },
    { include: within, more: options },
  )
  expect(found, 'accessibility').toEqual([])
}

/** Switches the theme of the open page: all rules in the first theme, those about colours in the others. */
export async function expectNoAxeViolationsInAnyTheme(page: Page, options: Options = {}): Promise<void> {
  const html = page.locator('html')
  const before = (await html.getAttribute('data-theme')) ?? 'system'
  const show = (theme: string) => html.evaluate((root, name) => root.setAttribute('data-theme', name), theme)
  for (const theme of ['light', 'dark', 'contrast']) {
    await show(theme)
    await expectNoAxeViolations(page, 'html', theme === 'light' ? options : { ...options, runOnly: COLOUR_RULES })
  }
  await show(before)
}

/** All rules in the light colours of the system, those about colours in the dark ones. */
export async function expectNoAxeViolationsLightAndDark(page: Page, within: string): Promise<void> {
  await expectNoAxeViolations(page, within)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeViolations(page, within, { runOnly: COLOUR_RULES })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** The same for somebody who chose no theme: the page follows the system. */
export async function expectNoAxeViolationsInAnySystem(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'system')
  await expectNoAxeViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeViolations(page, 'html', { runOnly: COLOUR_RULES })
  await page.emulateMedia({ colorScheme: 'light', contrast: 'more' })
  await expectNoAxeViolations(page, 'html', { runOnly: COLOUR_RULES })
  await page.emulateMedia({ contrast: null })
}

/** Once in each document: half a megabyte of script takes a tenth of a second to compile. */
async function inject(page: Page, isDeep: boolean): Promise<void> {
  const [main, ...inner] = page.frames()
  if (main) await injectInto(main)
  if (!isDeep) return
  for (const frame of inner) {
    const limit = new Promise((resolve) => setTimeout(resolve, FRAME_TIMEOUT_MS))
    await Promise.race([injectInto(frame).catch(() => {}), limit])
  }
}

async function injectInto(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SOURCE)
}

/** Colours on their way from one theme to another have a contrast of their own, for a tenth of a second. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    // One in a closed part of the page stands still and never finishes.
    const limit = new Promise((resolve) => setTimeout(resolve, 400))
    await Promise.race([Promise.allSettled(moving.map((each) => each.finished)), limit])
  })
}
