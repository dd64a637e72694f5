import { z } from 'zod'
import { isKeySequence } from '#base/shortcuts.ts'
import { SETTINGS_DONE } from '#base/settings-panes.ts'
import { chars } from '#base/wire-types.ts'
import { INDENTS, MAX_INSTRUCTION_CHARS, MAX_SEARCH_CHARS, TEXT_SIZES, ZONES } from './preferences.ts'
import { SHORTCUTS } from './shortcuts.ts'

/** The form that redirected here; unknown values are ignored. */
export const PaneQuery = z.object({ done: z.enum(SETTINGS_DONE).optional().catch(undefined) })
export const SettingsQuery = PaneQuery.extend({ q: chars(MAX_SEARCH_CHARS).optional() })

const oneOf = (values: readonly number[]) => z.enum(values.map(String)).transform(Number)

/** Empty means the default of the site. */
export const ZoneForm = z.object({
  time_zone: z
    .string()
    .refine((zone) => zone === '' || ZONES.includes(zone), 'is not a time zone')
    .transform((zone) => zone || null),
})

export const EditorForm = z.object({
  wraps: z.literal('on').optional(),
  indent: oneOf(INDENTS),
  text_size: oneOf(TEXT_SIZES),
})

export const AgentForm = z.object({ agent_instructions: chars(MAX_INSTRUCTION_CHARS) })

const ownKeys = new Set(SHORTCUTS.map(({ keys }) => keys))
export const ShortcutsBody = z.strictObject({
  shortcuts: z.record(
    z.string().refine((keys) => ownKeys.has(keys), 'is not a shortcut'),
    z.string().refine(isKeySequence, 'are not keys'),
  ),
})
export const ShortcutsReply = z.object({ ok: z.literal(true), shortcuts: z.record(z.string(), z.string()) })

/** Requires only a tick, because the deletion can be cancelled during the grace period. */
export const DeleteForm = z.object({ confirm: z.literal('on') })
