import { boundKeys, clashOf, type KeyMap } from '#base/shortcuts.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { type Preferences, STANDARD } from '../preferences.ts'
import { shortcutClash } from '../problems.ts'
import { SHORTCUTS } from '../shortcuts.ts'
import * as store from '../store.ts'

export type PersonalFacts = Preferences & { isNew: boolean; deleteAt: Date | null }

/** What this person set, and what is ahead of them. */
export async function readPersonal(ctx: UserCtx): Promise<PersonalFacts> {
  const row = await store.readPersonal(ctx.db, ctx.user.id)
  if (!row) return { ...STANDARD, isNew: false, deleteAt: null }
  const { wraps, indent, textSize, shortcuts, agentInstructions, timeZone, hasSeenWelcome, deleteAt } = row
  const { editor } = STANDARD
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

/** The whole map at once; two shortcuts never share their keys. */
export async function saveShortcuts(ctx: UserCtx, given: KeyMap): Promise<KeyMap> {
  const changed = Object.fromEntries(Object.entries(given).filter(([own, keys]) => own !== keys))
  for (const own of ALL_KEYS) {
    const keys = boundKeys(own, changed)
    const other = clashOf(own, keys, ALL_KEYS, changed)
    if (other !== null) throw shortcutClash({ field: `shortcuts.${own}`, keys, clashes_with: other })
  }
  await store.saveShortcuts(ctx.db, ctx.user.id, changed)
  return changed
}
