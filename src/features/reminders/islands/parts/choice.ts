import type { ParsedWhen } from '../../say-when.ts'
import { fromAt, momentOf, toAt, wallAt } from '../../wall.ts'
import { presetTime } from '../../when-words.ts'
import type { Preset } from '../../reminder.ts'

/** The request to send, and the time that the server will compute from it. */
export type Choice = { asked: { preset: Preset } | { at: string }; moment: Date }

const MINUTE_MS = 60_000

/** Null when it is not a valid date. */
export function choiceOf(parsed: ParsedWhen, now: Date, zone: string): Choice | null {
  if ('preset' in parsed) return { asked: parsed, moment: presetTime(parsed.preset, now, zone) }
  const at = 'at' in parsed ? parsed.at : atIn(parsed.minutes, now, zone)
  const wall = fromAt(at)
  return wall && { asked: { at }, moment: momentOf(wall, zone) }
}

/** `at` has whole minutes. Rounded up, because a reminder must not be early. */
function atIn(minutes: number, now: Date, zone: string): string {
  const moment = Math.ceil((now.getTime() + minutes * MINUTE_MS) / MINUTE_MS) * MINUTE_MS
  return toAt(wallAt(new Date(moment), zone))
}
