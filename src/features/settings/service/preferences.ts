import { boundKeys, findConflict, type KeyMap } from '#base/shortcuts.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { type Preferences, DEFAULT_PREFERENCES } from '../preferences.ts'
import { shortcutClash } from '../problems.ts'
import { SHORTCUTS } from '../shortcuts.ts'
import * as store from '../store.ts'

export type PersonalFacts = Preferences & { isNew: boolean; deleteAt: Date | null }

/** The preferences of the user, and a scheduled deletion. */
export async function readPersonal(ctx: UserCtx): Promise<PersonalFacts> {
  const row = await store.readPersonal(ctx.db, ctx.user.id)
  if (!row) return { ...DEFAULT_PREFERENCES, isNew: false, deleteAt: null }
  const { wraps, indent, textSize, shortcuts, agentInstructions, timeZone, hasSeenWelcome, deleteAt } = row
  const { editor } = DEFAULT_PREFERENCES
  return {
    timeZone,
    editor: {
      wraps: wraps ?? editor.wraps,
      indent: indent ?? editor.indent,
      textSize: textSize ?? editor.textSize,
    },
    shortcuts: shortcuts ?? {},
    agentInstructions: agentInstructions ?? '',
    isNew: !hasSeenWelcome,
    deleteAt,
  }
}

export async function savePreferences(ctx: UserCtx, change: Partial<Omit<Preferences, 'shortcuts'>>): Promise<void> {
  await store.savePreferences(ctx.db, ctx.user.id, change)
}

const ALL_KEYS = SHORTCUTS.map(({ keys }) => keys)

/** Replaces the whole map, and refuses two shortcuts with the same keys. */
export async function saveShortcuts(ctx: UserCtx, given: KeyMap): Promise<KeyMap> {
  const changed = Object.fromEntries(Object.entries(given).filter(([own, keys]) => own !== keys))
  for (const own of ALL_KEYS) {
    const keys = boundKeys(own, changed)
    const other = findConflict(own, keys, ALL_KEYS, changed)
    if (other !== null) throw shortcutClash({ field: `shortcuts.${own}`, keys, clashes_with: other })
  }
  await store.saveShortcuts(ctx.db, ctx.user.id, changed)
  return changed
}
