#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fstatSync } from 'node:fs'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { unsupportedNode } from '#base/node-version.ts'
import { listDirectory, writeStream, writeTemporary } from './disk.ts'
import type { Io } from './io.ts'

const unsupported = unsupportedNode(process.versions.node)
if (unsupported !== null) {
  process.stderr.write(`${unsupported}\n`)
  process.exit(1)
}

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
  isTerminal: process.stdout.isTTY,
  outStream: (chunks) => pipeline(chunks, process.stdout, { end: false }),
  readFile: (path) => readFile(path),
  writeFile: (path, data) => writeFile(path, data),
  writeStream,
  isDirectory: async (path) => (await stat(path)).isDirectory(),
  listDirectory,
  writeTemporary,
  runEditor: async (command, path) => {
    // Through the shell: `code --wait` is a command with an argument.
    const editor = spawn('/bin/sh', ['-c', `${command} "$1"`, 'sh', path], { stdio: 'inherit' })
    await once(editor, 'exit')
    // Null when a signal ended it.
    return editor.exitCode ?? 1
  },
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

// Imported after the check of the version, which an older Node would not reach.
const { program } = await import('./program.ts')
process.exitCode = await program(process.argv.slice(2), io)
