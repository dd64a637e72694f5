#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Io } from './io.ts'
import { program } from './program.ts'

const io: Io = {
  env: process.env,
  stdin: () => text(process.stdin),
  out: (words) => void process.stdout.write(words),
  err: (words) => void process.stderr.write(words),
  readFile: (path) => readFile(path, 'utf8'),
  writeFile: async (path, words, secret) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, words, secret ? { mode: 0o600 } : {})
  },
  openUrl: async (url) => {
    const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
    spawn(opener, [url], { stdio: 'ignore', detached: true })
      // Without a desktop the address that was printed is the answer.
      .on('error', () => undefined)
      .unref()
  },
  now: () => new Date(),
}

process.exitCode = await program(process.argv.slice(2), io).catch((error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    io.err(`codeshelf-cli: ${error.message}\n`)
    return 1
  }
  throw error
})
