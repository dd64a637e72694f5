import type { Taken } from '../anchor/follow.ts'
import { isAmbiguous, isInAnother, isInDefinition } from '../anchor/same-definition.ts'
import type { DefinitionReader } from './definition-reader.ts'

/**
 * Makes a note lost when a step found its lines in another function or type than theirs. Texts are parsed only for notes on ambiguous
 * lines whose surroundings changed.
 */
export async function checkSymbols({ step, carried }: Taken, reader: DefinitionReader): Promise<void> {
  for (const each of carried) {
    const { from, now } = each
    const file = step.fileOf(from)
    if (!file || !now.to || now.to.path !== file.path || step.isSettled(from, now.to)) continue
    if (!isAmbiguous(from.lines, file.before.lines, file.after.lines)) continue
    const before = await reader.read(from.path, file.before.text)
    const was = before && { text: before, note: from.lines }
    if (!was || !isInDefinition(was)) continue
    const after = await reader.read(file.path, file.after.text)
    if (after && isInAnother(was, { text: after, note: now.to.lines })) each.now = { to: null, what: 'lost' }
  }
}
