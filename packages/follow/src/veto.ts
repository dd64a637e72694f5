import { type ChangedText, isShifted, type Located, type StepResult } from './commit-step.ts'
import type { ReadDefinitions } from './definition.ts'
import { endOfComment, isAmbiguous, isInAnother, isWithUniqueLine, linesToHead } from './same-definition.ts'

/**
 * Makes an anchor lost when a step found its lines in another function or type than theirs. Texts are parsed only for anchors on ambiguous
 * lines whose surroundings changed.
 */
export async function vetoByDefinitions({ step, carried }: StepResult, read: ReadDefinitions): Promise<void> {
  for (const each of carried) {
    const { from, now } = each
    if (!now.to || step.isSettled(from, now.to)) continue
    const file = step.fileOf(from)
    if (!file || now.to.path !== file.path || !isAmbiguous(from.lines, file.before, file.after)) continue
    if (await isElsewhere(read, file, from, now.to)) each.now = { to: null, what: 'lost' }
  }
}

/** Asks what needs no parser first: the definition is the same when everything above the anchor is, or everything from its head to the anchor. */
async function isElsewhere(read: ReadDefinitions, file: ChangedText, from: Located, to: Located): Promise<boolean> {
  const areTogether = (start: number, end: number) => isShifted(from, to, file.step.shiftOf(start, end))
  if (areTogether(1, endOfComment(Math.max(...from.lines), file.before.texts))) return false
  const before = await read(from.path, file.before.text)
  const was = before && { text: before, anchor: from.lines }
  const head = was && linesToHead(was)
  if (!head || areTogether(head.start, head.end)) return false
  if (isWithUniqueLine(was, to.lines, file.before, file.after)) return false
  const after = await read(file.path, file.after.text)
  return after !== null && isInAnother(was, { text: after, anchor: to.lines })
}
