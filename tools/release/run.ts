import { execFileSync, type ExecFileSyncOptions } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Runs a program with our output, and throws when it fails. */
export function run(program: string, args: readonly string[], options: ExecFileSyncOptions = {}): void {
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options })
}

/** What a program prints, without the last line end. */
export function output(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { cwd: root, encoding: 'utf8' }).trimEnd()
}
