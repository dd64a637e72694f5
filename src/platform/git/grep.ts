import { cutChars } from '#base/text.ts'
import { GitFailure } from './process.ts'
import { gitRecords } from './run.ts'
import { readPath } from './tree.ts'

export type Found = { path: string; line: number; text: string }

/** One more than is shown of a file: so whoever shows them can tell that there are more. */
export const LINES_PER_FILE = 20
const GREP = `grep -I -n -z -i -F --no-color --no-textconv --threads=1 --max-count=${LINES_PER_FILE + 1}`.split(' ')
const SECONDS = 20
const LINE_CHARS = 300

/** Lines of text files that contain these words as they are, upper or lower case. As they are found, until nobody asks. */
export async function* grepTree(dir: string, commit: string, words: string): AsyncGenerator<Found> {
  const args = [`--git-dir=${dir}`, ...GREP, '-e', words, commit, '--']
  try {
    for await (const record of gitRecords({ args, seconds: SECONDS }, 10)) {
      const found = readFound(record, commit)
      if (found) yield found
    }
  } catch (error) {
    // It ends with 1 when there was nothing to find.
    if (!(error instanceof GitFailure && error.trouble === 'failed' && error.stderr === '')) throw error
  }
}

function readFound(record: Buffer, commit: string): Found | null {
  const [name, number] = [record.indexOf(0), record.indexOf(0, record.indexOf(0) + 1)]
  if (name === -1 || number === -1) return null
  const text = record.subarray(number + 1).toString('utf8')
  return {
    path: readPath(record.subarray(commit.length + 1, name)).path,
    line: Number(record.subarray(name + 1, number).toString('latin1')),
    text: text.length > LINE_CHARS ? `${cutChars(text, LINE_CHARS)}…` : text,
  }
}
