import { importAppearance } from '#features/auth/public.ts'
import { importRepo } from '#features/repos/public.ts'
import { importPreferences } from '#features/settings/public.ts'
import { countWrite, type ImportJob, refuseExtra, rowsOf } from './import-job.ts'

const MAX_BYTES = 64 * 1024

export async function importRepos(job: ImportJob): Promise<void> {
  const { library, tasks, run, extras } = job
  const { repositories: counts } = extras.counts
  for await (const row of rowsOf(job, 'repositories')) {
    let name: string | null = null
    try {
      const repo = await library.readPart(tasks.repo, row, MAX_BYTES)
      name = repo.name
      const createdAt = repo.createdAt ?? run.ctx.now
      counts[await countWrite(job, () => importRepo(run.ctx, { ...repo, createdAt }))] += 1
    } catch (error) {
      counts.failed += 1
      refuseExtra(job, { kind: 'repository', path: row.path, name }, error)
    }
  }
}

export async function importSettings(job: ImportJob): Promise<void> {
  const { library, tasks, run, extras } = job
  const { settings: counts } = extras.counts
  for await (const row of rowsOf(job, 'settings')) {
    try {
      const { locale, theme, ...preferences } = await library.readPart(tasks.settings, row, MAX_BYTES)
      const appearance = await importAppearance(run.ctx, { locale, theme })
      const outcome = await importPreferences(run.ctx, preferences)
      counts[appearance === 'saved' ? appearance : outcome] += 1
    } catch (error) {
      counts.failed += 1
      refuseExtra(job, { kind: 'settings', path: row.path, name: null }, error)
    }
  }
}
