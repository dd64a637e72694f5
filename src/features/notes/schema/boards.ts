import { z } from 'zod'
import { isStorableText } from '#base/text.ts'
import { BOARD_NEWS, BOARD_VIEWS } from '../board-list.ts'
import { parseColor } from '../colors.ts'
import { NoteFields } from '../schema.ts'

/** What a form did is told by the page it leads back to; a strange word says nothing. */
export const NewsQuery = z.object({
  done: z.enum(BOARD_NEWS).optional().catch(undefined),
  n: z.coerce.number().int().min(0).optional().catch(undefined),
  note: z.string().optional(),
})

export const BoardQuery = NewsQuery.extend({
  view: z.enum(BOARD_VIEWS).catch('auto').default('auto'),
  /** The note whose form is open. */
  edit: z.string().optional(),
})

/** Whether it is a name is asked by the service: a form is led back with words, not to an error page. */
export const NameForm = z.object({
  name: z.string(),
  /** Back to the page the form stands on, and to nowhere else. */
  next: z
    .string()
    .regex(/^\/boards(\/[0-9a-f]{32})?$/)
    .catch('/boards'),
})

export const MoveBody = z.strictObject({ board_id: z.string() })

export const BoardNoteParams = z.object({ id: z.string(), note: z.string() })

/** Browsers send line ends of forms as CRLF, whatever was in the text: a note that is only looked at must not change. */
const FormText = z
  .string()
  .refine(isStorableText, 'cannot be stored')
  .transform((text) => text.replaceAll('\r\n', '\n'))

/** How long the text is, is asked by the route: what was typed stays in the form. */
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
