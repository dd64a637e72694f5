import { loadConfig } from '#platform/config/config.ts'
import { describeEnv } from '#platform/config/env.ts'

/** Prints the effective configuration; secrets are named, never printed. */
export async function run(): Promise<void> {
  loadConfig(process.env)
  const lines = describeEnv().map(({ name, secret, fallback }) => {
    const given = process.env[name] ?? (process.env[`${name}_FILE`] && `(from ${name}_FILE)`)
    const shown = given === undefined ? `${fallback || '(not set)'} (default)` : secret ? '(set)' : given
    return `${name.padEnd(28)}${shown}`
  })
  process.stdout.write(`${lines.join('\n')}\nThe environment is valid.\n`)
}
