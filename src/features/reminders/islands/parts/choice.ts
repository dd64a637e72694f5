import type { ParsedWhen } from '../../say-when/say-when.ts'
import { firstWall, type Repeat, type Series } from '../../repeat.ts'
import { fromAt, momentOf, toAt, wallAt } from '#base/wall-time.ts'
import { presetTime } from '../../when-words.ts'
import type { Preset } from '../../reminder.ts'

type Time = { preset: Preset } | { at: string }

/** The request to send, and the time that the server will compute from it: the first of a rule. */
export type Choice = { asked: Time & { repeat?: Repeat }; moment: Date; series: Series | null }

const MINUTE_MS = 60_000

/** Null when it is not a valid date. `repeat` is the rule that was chosen, or that the text said last. */
export function choiceOf(parsed: ParsedWhen, repeat: Repeat | null, now: Date, zone: string): Choice | null {
  if ('preset' in parsed) return presetChoice(parsed.preset, repeat, now, zone)
  const at = 'at' in parsed ? parsed.at : atIn(parsed.minutes, now, zone)
  const wall = fromAt(at)
  return wall && repeating({ at }, momentOf(wall, zone), repeat, zone)
}

export function presetChoice(preset: Preset, repeat: Repeat | null, now: Date, zone: string): Choice {
  return repeating({ preset }, presetTime(preset, now, zone), repeat, zone)
}

function repeating(time: Time, moment: Date, repeat: Repeat | null, zone: string): Choice {
  if (!repeat) return { asked: time, moment, series: null }
  const asked = ('at' in time ? fromAt(time.at) : null) ?? wallAt(moment, zone)
  const first = firstWall(repeat, asked)
  const series = { ...repeat, from: toAt(first), tz: zone }
  return { asked: { ...time, repeat }, moment: first === asked ? moment : momentOf(first, zone), series }
}

/** `at` has whole minutes. Rounded up, because a reminder must not be early. */
function atIn(minutes: number, now: Date, zone: string): string {
  const moment = Math.ceil((now.getTime() + minutes * MINUTE_MS) / MINUTE_MS) * MINUTE_MS
  return toAt(wallAt(new Date(moment), zone))
}
