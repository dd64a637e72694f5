import { CommitStep, type FileChange, type Lines, linesIn, longestTogether } from 'codeshelf-follow'
import { type Packed, unpackBody } from '#platform/db/body-codec.ts'
import type { Task } from '#platform/threads.ts'

type Change = { before: Packed | null; after: Packed }
type FindMoved = {
  /** The file that the code left: its last version with the code, and the newest. */
  own: Change
  others: readonly Change[]
  /** Lines of `own.before`. */
  wanted: readonly Lines[]
}
/** `file`: the index of one of the others. */
type Moved = Lines & { file: number }

const OWN = 'own'

/** Finds code that left a file in other files that changed, as a commit that changed all of them. Null where it is in none or not certain. */
export const findMovedTask: Task<FindMoved, (Moved | null)[]> = {
  name: 'find-moved',
  deadlineMs: 3_000,
  run({ own, others, wanted }) {
    const step = new CommitStep([changeOf(OWN, own), ...others.map((other, i) => changeOf(String(i), other))])
    return wanted.map(({ start, end }) => {
      const { to } = step.carry({ path: OWN, lines: linesIn([[start, end]]), isMoved: false })
      const lines = to && to.path !== OWN ? longestTogether(to.lines) : null
      return lines && { file: Number(to?.path), ...lines }
    })
  },
}

function changeOf(name: string, { before, after }: Change): FileChange {
  return { from: before && name, to: name, before: before && unpackBody(before), after: unpackBody(after) }
}
