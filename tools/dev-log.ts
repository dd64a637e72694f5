import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { styleText } from 'node:util'

const LEVELS = [
  [60, 'fatal', 'red'],
  [50, 'error', 'red'],
  [40, 'warn', 'yellow'],
  [30, 'info', 'green'],
  [20, 'debug', 'blue'],
  [10, 'trace', 'gray'],
] as const

/** The same on every line of a process, so it says nothing here. */
const DULL = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'v', 'name', 'process', 'err'])

/** Prints the JSON lines of one process as short readable ones, and whatever is no JSON as it is. */
export function printLog(name: string, stream: Readable): void {
  createInterface({ input: stream }).on('line', (line) => console.log(prettyLine(name, line)))
}

function prettyLine(name: string, line: string): string {
  const record = parseRecord(line)
  if (record === undefined) return `${' '.repeat(9)}${name.padEnd(7)}${line}`
  const [, level, colour] = LEVELS.find(([value]) => Number(record['level']) >= value) ?? LEVELS[3]
  const time = new Date(Number(record['time'])).toTimeString().slice(0, 8)
  const fields = Object.entries(record).filter(([key]) => !DULL.has(key))
  const rest = fields.map(([key, value]) => `${key}=${printed(value)}`).join(' ')
  const head = `${styleText('gray', time)} ${name.padEnd(6)} ${styleText(colour, level.padEnd(5))}`
  return `${head} ${printed(record['msg'] ?? '')} ${styleText('gray', rest)}`.trimEnd() + stackOf(record['err'])
}

function parseRecord(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && 'level' in value ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function printed(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('stack' in error && typeof error.stack === 'string') return `\n${error.stack}`
  return 'message' in error ? `\n${printed(error.message)}` : ''
}
