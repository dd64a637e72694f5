import type { Said } from '../../say-when.ts'
import { fromAt, momentOf, toAt, wallAt } from '../../wall.ts'
import { presetTime } from '../../when-words.ts'
import type { Preset } from '../../reminder.ts'

/** What will be sent, and the moment that the server will make of it. */
export type Choice = { asked: { preset: Preset } | { at: string }; moment: Date }

const MINUTE_MS = 60_000

/** Null when it is no date. */
export function choiceOf(said: Said, now: Date, zone: string): Choice | null {
  if ('preset' in said) return { asked: said, moment: presetTime(said.preset, now, zone) }
  const at = 'at' in said ? said.at : atIn(said.minutes, now, zone)
  const wall = fromAt(at)
  return wall && { asked: { at }, moment: momentOf(wall, zone) }
}

/** `at` has whole minutes: rounded up, because a reminder that comes early is wrong and one that is seconds late is not. */
function atIn(minutes: number, now: Date, zone: string): string {
  const moment = Math.ceil((now.getTime() + minutes * MINUTE_MS) / MINUTE_MS) * MINUTE_MS
  return toAt(wallAt(new Date(moment), zone))
}
