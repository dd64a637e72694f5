#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { fstatSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type { Io } from './io.ts'
import { program } from './program.ts'

/** The exit code of a program that SIGPIPE ended. */
const BROKEN_PIPE = 141

const io: Io = {
  env: process.env,
  stdin: async () => {
    // Node gives an empty stream for a directory, and an empty file would be saved.
    if (fstatSync(0).isDirectory()) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR', syscall: 'read' })
    return buffer(process.stdin)
  },
  out: (data) => void process.stdout.write(data),
  err: (text) => void process.stderr.write(text),
  readFile: (path) => readFile(path),
  writeFile: (path, data) => writeFile(path, data),
  writeSecret: async (path, text) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, text, { mode: 0o600 })
    // `mode` is for a new file only.
    await chmod(path, 0o600)
  },
  openUrl: async (url) => {
    const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
    spawn(opener, [url], { stdio: 'ignore', detached: true })
      // Without a desktop the printed URL is enough.
      .on('error', () => undefined)
      .unref()
  },
  sleep: (seconds) => setTimeout(seconds * 1000),
  now: () => new Date(),
}

// `codeshelf-cli ls | head` closes the pipe while we write; without a listener that would be an uncaught error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') io.err(`codeshelf-cli: cannot write the output: ${error.code}\n`)
  process.exit(error.code === 'EPIPE' ? BROKEN_PIPE : 1)
})
process.stderr.on('error', () => process.exit(BROKEN_PIPE))

process.exitCode = await program(process.argv.slice(2), io)
