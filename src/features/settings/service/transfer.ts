import { isSameJson } from '#base/chain.ts'
import { isKeySequence } from '#base/shortcuts.ts'
import { charLength, isStorableText } from '#base/text.ts'
import type { UserCtx } from '#platform/ctx.ts'
import {
  INDENTS,
  MAX_INSTRUCTION_CHARS,
  type Preferences,
  DEFAULT_PREFERENCES,
  TEXT_SIZES,
  ZONES,
} from '../preferences.ts'
import { invalidSettingsExport, settingsChangedHere } from '../problems.ts'
import { SHORTCUTS } from '../shortcuts.ts'
import { readPersonal, savePreferences, saveShortcuts } from './preferences.ts'

/** Null when the user changed no preference. */
export async function findPreferences(ctx: UserCtx): Promise<Preferences | null> {
  const { timeZone, editor, shortcuts, agentInstructions } = await readPersonal(ctx)
  const preferences = { timeZone, editor, shortcuts, agentInstructions }
  return isSameJson(preferences, DEFAULT_PREFERENCES) ? null : preferences
}

/** Imports preferences only when none are set; never overwrites. */
export async function importPreferences(ctx: UserCtx, exported: Preferences): Promise<'saved' | 'unchanged'> {
  assertValid(exported)
  const present = await findPreferences(ctx)
  if (isSameJson(present ?? DEFAULT_PREFERENCES, exported)) return 'unchanged'
  if (present) throw settingsChangedHere()
  const { shortcuts, ...others } = exported
  await ctx.db.transaction().execute(async (db) => {
    await savePreferences({ ...ctx, db }, others)
    await saveShortcuts({ ...ctx, db }, shortcuts)
  })
  return 'saved'
}

const OWN_KEYS = new Set(SHORTCUTS.map(({ keys }) => keys))

function assertValid({ timeZone, editor, shortcuts, agentInstructions }: Preferences): void {
  const isOneOf = (values: readonly number[], value: number) => values.includes(value)
  const rules = {
    time_zone: timeZone === null || ZONES.includes(timeZone),
    editor: isOneOf(INDENTS, editor.indent) && isOneOf(TEXT_SIZES, editor.textSize),
    shortcuts: Object.entries(shortcuts).every(([own, keys]) => OWN_KEYS.has(own) && isKeySequence(keys)),
    agent_instructions: isStorableText(agentInstructions) && charLength(agentInstructions) <= MAX_INSTRUCTION_CHARS,
  }
  const broken = Object.entries(rules).find(([, isKept]) => !isKept)
  if (broken) throw invalidSettingsExport({ field: broken[0] })
}
