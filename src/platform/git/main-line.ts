import { type Change, changeOf } from './diff.ts'
import { gitRecords } from './run.ts'
import { decodePath } from './tree.ts'

/** A commit of the main line with what it changed against its first parent. */
export type MainLineCommit = { commit: string; parent: string | null; at: Date | null; changes: Change[] }

const SECONDS = 120
const LOG =
  'log --first-parent --diff-merges=first-parent --reverse --raw -z -M -l2000 --no-abbrev --no-ext-diff --format=%x1e%H%x1f%P%x1f%ct'

/**
 * The commits after `from` up to `to`, oldest first, along first parents: a merge is one step with all that its branch changed,
 * so that every step begins where the one before ended.
 */
export async function* mainLine(
  dir: string,
  from: string,
  to: string,
  signal?: AbortSignal,
): AsyncGenerator<MainLineCommit> {
  const args = [`--git-dir=${dir}`, ...LOG.split(' '), to, `^${from}`, '--']
  let open: MainLineCommit | null = null
  let head: string[] | null = null
  let paths: string[] = []
  for await (const record of gitRecords({ args, seconds: SECONDS, signal })) {
    if (head === null) {
      const text = record.toString('latin1').trimStart()
      if (text.startsWith('\u001E')) {
        if (open) yield open
        const [commit = '', parents = '', seconds = ''] = text.slice(1).trim().split('\u001F')
        open = { commit, parent: parents.split(' ')[0] || null, at: momentOf(seconds), changes: [] }
      } else if (text !== '') head = text.replace(/^:/, '').split(' ')
      continue
    }
    paths.push(decodePath(record).path)
    const status = (head[4] ?? '').slice(0, 1)
    if (paths.length < (status === 'R' || status === 'C' ? 2 : 1)) continue
    open?.changes.push(changeOf(head, status, paths))
    head = null
    paths = []
  }
  if (open) yield open
}

/** Null for a time that no clock has: git stores any number. */
function momentOf(seconds: string): Date | null {
  const moment = new Date(Number(seconds) * 1000)
  return Number.isNaN(moment.getTime()) ? null : moment
}
