import { importAppearance } from '#features/auth/public.ts'
import { importRepo } from '#features/repos/public.ts'
import { importPreferences } from '#features/settings/public.ts'
import { damagedExport } from '../problems.ts'
import { type ImportJob, refuseExtra } from './import-job.ts'

const MAX_BYTES = 64 * 1024

export async function importRepos(job: ImportJob): Promise<void> {
  const { library, format, run, extras } = job
  const { repositories: counts } = extras.counts
  for (const { path, sidecar, sidecarSha256 } of library.manifest.repositories) {
    if (job.isDisconnected()) return
    let name: string | null = null
    try {
      const repo = format.readRepo(await library.readText(sidecar, sidecarSha256, MAX_BYTES))
      if (!repo) throw damagedExport({ path: sidecar })
      name = repo.name
      counts[await importRepo(run.ctx, { ...repo, createdAt: repo.createdAt ?? run.ctx.now })] += 1
    } catch (error) {
      counts.failed += 1
      refuseExtra(job, { kind: 'repository', path, name }, error)
    }
  }
}

export async function importSettings(job: ImportJob): Promise<void> {
  const { library, format, run, extras } = job
  const { settings: counts } = extras.counts
  for (const { path, sidecar, sidecarSha256 } of library.manifest.settings) {
    if (job.isDisconnected()) return
    try {
      const settings = format.readSettings(await library.readText(sidecar, sidecarSha256, MAX_BYTES))
      if (!settings) throw damagedExport({ path: sidecar })
      const { locale, theme, ...preferences } = settings
      const appearance = await importAppearance(run.ctx, { locale, theme })
      const outcome = await importPreferences(run.ctx, preferences)
      counts[appearance === 'saved' ? appearance : outcome] += 1
    } catch (error) {
      counts.failed += 1
      refuseExtra(job, { kind: 'settings', path, name: null }, error)
    }
  }
}
