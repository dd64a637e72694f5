import { resolve } from 'node:path'
import { z } from 'zod'
import { projectRoot } from '../project-root.ts'
import { Env } from './env.ts'
import { type Environment, resolveFileVariables } from './environment.ts'

export type BackupSettings = {
  /** Null: no scheduled backups. */
  dir: string | null
  keep: number
  /** Hour of the day, in UTC. */
  hour: number
  /** Null: the programs are searched for. */
  toolsDir: string | null
}

const BackupEnv = Env.pick({
  BACKUP_DIR: true,
  BACKUP_KEEP: true,
  BACKUP_HOUR: true,
  PG_BIN: true,
  DATABASE_DIRECT_URL: true,
}).extend({ DATABASE_URL: Env.shape.DATABASE_URL.optional() })

export function backupSettings(
  env: Omit<z.output<typeof BackupEnv>, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>,
): BackupSettings {
  return {
    dir: env.BACKUP_DIR === undefined ? null : resolve(projectRoot, env.BACKUP_DIR),
    keep: env.BACKUP_KEEP,
    hour: env.BACKUP_HOUR,
    toolsDir: env.PG_BIN ?? null,
  }
}

/** Configuration of `codeshelf backup` and `restore`: a restore after a disaster must not require the bot token. */
export function loadBackupConfig(environment: Environment): BackupSettings & { databaseUrl: string | null } {
  const parsed = BackupEnv.safeParse(resolveFileVariables(environment))
  if (!parsed.success) throw new Error(`Invalid environment\n${z.prettifyError(parsed.error)}`)
  return {
    ...backupSettings(parsed.data),
    databaseUrl: parsed.data.DATABASE_DIRECT_URL ?? parsed.data.DATABASE_URL ?? null,
  }
}
