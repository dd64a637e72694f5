import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Machine } from './machine.ts'

/** From the downloaded package to the first saved file. A loaded machine may take longer: `PACKAGES_SECONDS`. */
export const LIMIT_SECONDS = Number(process.env['PACKAGES_SECONDS'] ?? 60)

const CLIENT = join(import.meta.dirname, 'first-file.ts')

/** Creates the owner by the link in `printed`, and saves a file, from inside the machine's network. */
export async function firstFile(machine: Machine, printed: string): Promise<void> {
  expectFile(await machine.runBeside(process.execPath, [CLIENT, setUpLink(printed)]))
}

/** The same in the network of this host. */
export async function firstFileAt(printed: string): Promise<void> {
  const { stdout, stderr } = spawnSync(process.execPath, [CLIENT, setUpLink(printed)], { encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  expectFile(stdout)
}

function setUpLink(printed: string): string {
  const link = /https?:\/\/\S+\/set-up\/\S+/.exec(printed)?.[0]
  if (link === undefined) throw new Error(`No set-up link was printed:\n${printed}`)
  return link
}

function expectFile(listed: string): void {
  expect(JSON.parse(listed)).toMatchObject({ items: [{ file_name: 'first.py', version: 1 }] })
}

export async function secondsOf(what: string, work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  process.stdout.write(`${what}: ${seconds.toFixed(1)} s from the downloaded file to the first saved file\n`)
  return seconds
}
