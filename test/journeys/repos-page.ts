import type { Page } from '@playwright/test'
import { expect, send } from './fixtures.ts'

/** Adds a repository by its address and waits until it is there. */
export async function addRepo(page: Page, url: string): Promise<void> {
  await page.goto('/repos')
  await page.locator('.repo-add input[name="url"]').fill(url)
  await page.locator('.repo-add button').click()
  await expect(page.locator('.repo-list time')).toBeVisible({ timeout: 30_000 })
}

export async function syncNow(page: Page, name: string): Promise<void> {
  await page.goto('/repos')
  const row = page.locator('.repo-list > li', { hasText: name })
  const before = await row.locator('time').getAttribute('datetime')
  await send(page, row.getByRole('button', { name: /^(Sync|סנכרון)/ }))
  await expect(async () => {
    await page.goto('/repos')
    expect(await row.locator('time').getAttribute('datetime')).not.toBe(before)
  }).toPass({ timeout: 30_000 })
  // The copy is new before its users and their notes have moved to it.
  const isReady = async () => {
    const { repos } = (await (await page.request.get('/api/repos')).json()) as {
      repos: { repo_name: string; state: string }[]
    }
    return repos.find((repo) => repo.repo_name === name)?.state
  }
  await expect.poll(isReady, { timeout: 30_000 }).toBe('ready')
  // A page that still shows the progress reloads itself once.
  await expect(page.locator('.repo-progress')).toHaveCount(0)
}
