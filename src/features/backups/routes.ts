import type { Section } from '#platform/http/section.ts'
import { backupMessages } from './messages.ts'
import { BackupStatus } from './pages/backup-state.tsx'
import { readBackupState } from './service.ts'

/** The section of the jobs page about the last verified restore. */
export function backupSection(dir: string | null): Section {
  const [he, en] = [backupMessages('he'), backupMessages('en')]
  return {
    id: 'backups',
    title: { he: he.title, en: en.title },
    hint: { he: he.hint, en: en.hint },
    load: async ({ ctx }, { locale }) =>
      BackupStatus({ locale, now: ctx.now, state: await readBackupState(ctx.db, ctx.now, dir) }),
  }
}
