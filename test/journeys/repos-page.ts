import type { Page } from '@playwright/test'
import { expect, send } from './fixtures.ts'

/** Adds a repository by its address and waits until it is there. */
export async function addRepo(page: Page, url: string): Promise<void> {
  await page.goto('/repos')
  await page.locator('.repo-add input[name="url"]').fill(url)
  await page.locator('.repo-add button').click()
  await expect(page.locator('.repo-list time')).toBeVisible({ timeout: 30_000 })
}

/** Presses Sync. The page shows the progress and loads itself again when everything is done; to load it meanwhile would race with that. */
export async function syncNow(page: Page, name: string): Promise<void> {
  await page.goto('/repos')
  const row = page.locator('.repo-list > li', { hasText: name })
  const before = (await row.locator('time').getAttribute('datetime')) ?? ''
  await send(page, row.getByRole('button', { name: /^(Sync|סנכרון)/ }))
  await expect(row.locator('time')).not.toHaveAttribute('datetime', before, { timeout: 60_000 })
  await expect(page.locator('.repo-progress')).toHaveCount(0)
}
