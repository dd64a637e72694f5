import { readFileSync } from 'node:fs'
import { describeEnv } from './env.ts'

export type Environment = Record<string, string | undefined>

/** `DATABASE_URL_FILE=/run/secrets/db` stands for the content of that file. Empty values count as not set. */
export function resolveFileVariables(environment: Environment, docs = describeEnv()): Environment {
  const read: Environment = {}
  for (const { name } of docs) {
    const file = environment[`${name}_FILE`]
    const value = file ? readFileSync(file, 'utf8').trimEnd() : environment[name]
    if (value !== undefined && value !== '') read[name] = value
  }
  return read
}
