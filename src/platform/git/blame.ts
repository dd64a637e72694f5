import type { Commit } from './history.ts'
import { gitRecords } from './run.ts'

/** The last author of these lines, and where the first of them was in that commit. */
export type BlamedLines = Commit & { start: number; end: number; startThere: number } & Before
/** The file before a commit. Null: the commit created it, or git had to quote its path. */
type Before = { previousCommit: string | null; previousPath: string | null }
type Known = Commit & Before

const SECONDS = 20

/** Neighbouring lines of one commit are one entry. */
export async function blameFile(dir: string, commit: string, path: string): Promise<BlamedLines[]> {
  const args = [`--git-dir=${dir}`, 'blame', '--porcelain', '--no-textconv', commit, '--', path]
  const known = new Map<string, Known>()
  const blamed: BlamedLines[] = []
  let current = unknown('')
  for await (const record of gitRecords({ args, seconds: SECONDS }, 10)) {
    const line = record.toString('utf8')
    const head = /^([0-9a-f]{40,64}) (\d+) (\d+)/.exec(line)
    if (head?.[1] !== undefined) {
      current = known.get(head[1]) ?? unknown(head[1])
      known.set(current.commit, current)
      addLine(blamed, current, Number(head[2]), Number(head[3]))
    } else if (!line.startsWith('\t')) readDetail(current, line)
  }
  // Details come only with the first line of each commit: copy them to the others.
  return blamed.map((lines) => ({ ...lines, ...known.get(lines.commit) }))
}

function unknown(commit: string): Known {
  return { commit, author: '', at: new Date(0), subject: '', previousCommit: null, previousPath: null }
}

function addLine(blamed: BlamedLines[], commit: Known, startThere: number, line: number): void {
  const last = blamed.at(-1)
  if (last && last.commit === commit.commit && last.end === line - 1) last.end = line
  else blamed.push({ ...commit, start: line, end: line, startThere })
}

function readDetail(commit: Known, line: string): void {
  const [key = ''] = line.split(' ', 1)
  const value = line.slice(key.length + 1)
  if (key === 'author') commit.author = value
  if (key === 'author-time') commit.at = new Date(Number(value) * 1000)
  if (key === 'summary') commit.subject = value
  const previous = key === 'previous' && /^([0-9a-f]{40,64}) ([^"].*)$/.exec(value)
  if (previous) [, commit.previousCommit = null, commit.previousPath = null] = previous
}
