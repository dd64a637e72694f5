import { isSameJson } from '#base/combine-writes.ts'
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

export async function readPreferences(ctx: UserCtx): Promise<Preferences> {
  const { timeZone, editor, shortcuts, agentInstructions } = await readPersonal(ctx)
  return { timeZone, editor, shortcuts, agentInstructions }
}

export function areDefaults(preferences: Preferences): boolean {
  return isSameJson(preferences, DEFAULT_PREFERENCES)
}

/** Imports preferences only when none are set; never overwrites. Exported defaults change nothing. */
export async function importPreferences(ctx: UserCtx, exported: Preferences): Promise<'saved' | 'unchanged'> {
  assertValid(exported)
  const present = await readPreferences(ctx)
  if (areDefaults(exported) || isSameJson(present, exported)) return 'unchanged'
  if (!areDefaults(present)) throw settingsChangedHere()
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
