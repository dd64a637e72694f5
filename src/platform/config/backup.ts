import { resolve } from 'node:path'
import { z } from 'zod'
import { projectRoot } from '../root.ts'
import { Env } from './env.ts'
import { type Environment, withFiles } from './environment.ts'

export type BackupSettings = {
  /** Null: no backups are made by themselves. */
  dir: string | null
  keep: number
  /** Of the day, in UTC. */
  hour: number
  /** Null: they are looked for. */
  toolsDir: string | null
}

const BackupEnv = Env.pick({
  BACKUP_DIR: true,
  BACKUP_KEEP: true,
  BACKUP_HOUR: true,
  PG_BIN: true,
}).extend({ DATABASE_URL: Env.shape.DATABASE_URL.optional() })

export function backupSettings(env: Omit<z.output<typeof BackupEnv>, 'DATABASE_URL'>): BackupSettings {
  return {
    dir: env.BACKUP_DIR === undefined ? null : resolve(projectRoot, env.BACKUP_DIR),
    keep: env.BACKUP_KEEP,
    hour: env.BACKUP_HOUR,
    toolsDir: env.PG_BIN ?? null,
  }
}

/** What `codeshelf backup` and `restore` read: after a disaster nobody should have to find the token of the bot first. */
export function loadBackupConfig(environment: Environment): BackupSettings & { databaseUrl: string | null } {
  const parsed = BackupEnv.safeParse(withFiles(environment))
  if (!parsed.success) throw new Error(`Invalid environment\n${z.prettifyError(parsed.error)}`)
  return { ...backupSettings(parsed.data), databaseUrl: parsed.data.DATABASE_URL ?? null }
}
