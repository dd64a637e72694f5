export type Time = { hour: number; minute: number }

/** `isExact`: unambiguous by itself. A bare number is an hour only next to a day. */
export type ReadTime = Time & { isExact: boolean }

const PARTS_OF_DAY: readonly [RegExp, 'morning' | 'noon' | 'afternoon' | 'evening'][] = [
  [/(?:^| )(?:in the )?morning$|(?:^| )(?:ב?בוקר|בבקר)$/, 'morning'],
  [/(?:^| )(?:at )?noon$|(?:^| )(?:ב?צהריים|ב?צהרים)$/, 'noon'],
  [/(?:^| )(?:in the )?afternoon$|(?:^| )(?:אחר הצהריים|אחה"צ)$/, 'afternoon'],
  [/(?:^| )(?:in the )?evening$|(?:^| )(?:at )?night$|(?:^| )(?:ב?ערב|ב?לילה)$/, 'evening'],
]

const ALONE = { morning: 9, noon: 12, evening: 21 } as const

/** `9`, `9:30`, `9pm`, `ב-9`, `8 בערב`, `בבוקר`. Null when it is not a time or is ambiguous. */
export function readTime(text: string): ReadTime | null {
  const part = PARTS_OF_DAY.find(([each]) => each.test(text))
  if (!part) return readClock(text)
  const [pattern, name] = part
  const clock = text.replace(pattern, '').trim()
  if (clock === '') return name === 'afternoon' ? null : { hour: ALONE[name], minute: 0, isExact: true }
  const time = readClock(clock)
  return time && within(time, name)
}

/** "8 in the evening" is 20:00; "14 in the morning" is invalid. */
function within(time: ReadTime, part: 'morning' | 'noon' | 'afternoon' | 'evening'): ReadTime | null {
  const { hour } = time
  if (part === 'morning') return hour >= 4 && hour < 12 ? { ...time, isExact: true } : null
  if (hour >= 12) return { ...time, isExact: true }
  const isPlausible =
    part === 'noon' ? hour <= 2 && hour >= 1 : part === 'afternoon' ? hour <= 6 && hour >= 1 : hour >= 5
  return isPlausible ? { ...time, hour: hour + 12, isExact: true } : null
}

function readClock(text: string): ReadTime | null {
  const match = /^(?:at |בשעה |ב-? ?)?(\d{1,2})(?::(\d{2}))? ?(am|pm)?$/.exec(text)
  if (!match) return null
  const [, digits = '', minutes, half] = match
  const hour = Number(digits)
  const minute = Number(minutes ?? 0)
  if (hour > 23 || minute > 59) return null
  if (half === undefined) return { hour, minute, isExact: minutes !== undefined || hour > 12 }
  if (hour < 1 || hour > 12) return null
  return { hour: (hour % 12) + (half === 'pm' ? 12 : 0), minute, isExact: true }
}
