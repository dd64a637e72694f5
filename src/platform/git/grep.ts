import { truncateChars } from '#base/text.ts'
import { attributesFile } from './attributes.ts'
import { GitFailure } from './process.ts'
import { gitRecords } from './run.ts'
import { decodePath } from './tree.ts'

export type GrepMatch = { path: string; line: number; text: string }

/** One more match per file than is displayed, so that the page knows that there are more. */
export const LINES_PER_FILE = 20
const GREP = 'grep -I -n -z -F --no-color --no-textconv --threads=1'.split(' ')
const SECONDS = 20
export const LINE_CHARS = 300

/** Larger files are not searched: git would read each of them whole. */
export const MAX_SEARCHED_BYTES = 8 * 1024 * 1024

export type GrepQuery = {
  commit: string
  words: string
  /** Paths to exclude, as bytes. */
  skip: readonly Buffer[]
  options?: GrepOptions | undefined
}

/** Beyond the search for one text. A git node of an earlier release knows none of them, so the defaults are not sent. */
export type GrepOptions = {
  /** More texts. Lines with any of them are found. */
  also: readonly string[]
  /** Only in files that contain all texts. */
  isAllMatch: boolean
  isCaseSensitive: boolean
  /** Null: every matching line of a file. */
  linesPerFile: number | null
  lineChars: number
  seconds: number
}

const DEFAULTS: GrepOptions = {
  also: [],
  isAllMatch: false,
  isCaseSensitive: false,
  linesPerFile: LINES_PER_FILE + 1,
  lineChars: LINE_CHARS,
  seconds: SECONDS,
}

/** Streams lines of text files that contain the literal words, ignoring case, until the reader stops. */
export async function* grepTree(
  { dir, spoolDir }: { dir: string; spoolDir: string },
  { commit, words, skip, options = DEFAULTS }: GrepQuery,
): AsyncGenerator<GrepMatch> {
  const { also, linesPerFile, lineChars, seconds } = options
  const texts = [words, ...also].flatMap((text) => ['-e', text])
  const flags = [
    ...(options.isCaseSensitive ? [] : ['-i']),
    ...(options.isAllMatch ? ['--all-match'] : []),
    ...(linesPerFile === null ? [] : [`--max-count=${linesPerFile}`]),
  ]
  const args = [`--git-dir=${dir}`, ...GREP, ...flags, ...texts, commit, '--']
  await using attributes = skip.length > 0 ? await attributesFile(spoolDir, skip) : null
  const config = attributes ? { 'core.attributesFile': attributes.path } : {}
  try {
    for await (const record of gitRecords({ args, seconds: Math.min(seconds, SECONDS), config }, 10)) {
      const found = readFound(record, commit, lineChars)
      if (found) yield found
    }
  } catch (error) {
    // git grep exits with 1 when there is no match.
    if (!(error instanceof GitFailure && error.trouble === 'failed' && error.stderr === '')) throw error
  }
}

function readFound(record: Buffer, commit: string, lineChars: number): GrepMatch | null {
  const [name, number] = [record.indexOf(0), record.indexOf(0, record.indexOf(0) + 1)]
  if (name === -1 || number === -1) return null
  const text = record.subarray(number + 1).toString('utf8')
  return {
    path: decodePath(record.subarray(commit.length + 1, name)).path,
    line: Number(record.subarray(name + 1, number).toString('latin1')),
    text: text.length > lineChars ? `${truncateChars(text, lineChars)}…` : text,
  }
}
