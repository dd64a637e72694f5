import { z } from 'zod'
import { isStorableText } from '#base/text.ts'
import { BOARD_NEWS, BOARD_VIEWS } from '../board-list.ts'
import { parseColor } from '#features/notes/color-ids.ts'
import { NoteFields } from '#features/notes/schema/notes.ts'

/** The page after a redirect reports the result of a form; unknown values are ignored. */
export const FormResultQuery = z.object({
  done: z.enum(BOARD_NEWS).optional().catch(undefined),
  n: z.coerce.number().int().min(0).optional().catch(undefined),
  note: z.string().optional(),
})

export const BoardQuery = FormResultQuery.extend({
  view: z.enum(BOARD_VIEWS).catch('auto').default('auto'),
  /** The note whose form is open. */
  edit: z.string().optional(),
})

/** The service validates the name, because the form redirects with a message instead of an error page. */
export const NameForm = z.object({
  name: z.string(),
  /** The redirect target: only a page that has this form. */
  next: z
    .string()
    .regex(/^\/boards(\/[0-9a-f]{32})?$/)
    .catch('/boards'),
})

export const MoveBody = z.strictObject({ board_id: z.string() })

export const BoardNoteParams = z.object({ id: z.string(), note: z.string() })

/** Browsers submit all line ends as CRLF: saving an unedited form must not change the note. */
const FormText = z
  .string()
  .refine(isStorableText, 'cannot be stored')
  .transform((text) => text.replaceAll('\r\n', '\n'))

/** The route checks the length, so that the typed text stays in the form. */
export const NoteForm = z.object({
  title: NoteFields.shape.title.catch(undefined).transform((title) => title ?? ''),
  content: FormText,
  color: z
    .string()
    .optional()
    .transform((color) => parseColor(color ?? '') ?? 'yellow'),
  board_id: z.string().optional(),
  prev_updated_at: z.string().optional(),
})

export type NoteFormInput = z.output<typeof NoteForm>

/** A form sends one value as a string and several as a list. */
export const TasksForm = z.object({
  task: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((values) => new Set([values ?? []].flat().map(Number))),
  prev_updated_at: z.string(),
})
