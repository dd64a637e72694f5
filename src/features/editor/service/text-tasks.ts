import type { HtmlBytes } from '#base/html-slot.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { toHtmlBytes } from '#platform/html-bytes.ts'
import type { Task } from '#platform/threads.ts'
import { plainEnds, restoreEnds } from '../line-ends.ts'

const DEADLINE_MS = 10_000
/** Shorter texts take a few milliseconds, which is less than the transfer to a thread costs. */
const HERE_CHARS = 16_000

/** The texts of the form as HTML: the values of the fields, and the data block for the script. */
export type FormTexts = {
  typed: HtmlBytes
  /** Null: what the script reads from the textarea, whose line ends become LF, is exactly the stored text. */
  stored: HtmlBytes | null
  theirs: HtmlBytes | null
}
type ToPrepare = { typed: string; stored: string | null; theirs: string | null }

export const prepareFormTask: Task<ToPrepare, FormTexts> = {
  name: 'prepare-form',
  deadlineMs: DEADLINE_MS,
  run: ({ typed, stored, theirs }) => ({
    typed: toHtmlBytes(textareaHtml(typed)),
    // Inside a script element only `<` could end the element or begin a comment.
    stored:
      stored === null || (stored === typed && !stored.includes('\r'))
        ? null
        : toHtmlBytes(JSON.stringify(stored).replaceAll('<', String.raw`\u003c`)),
    theirs: theirs === null ? null : toHtmlBytes(textareaHtml(theirs)),
  }),
}

/**
 * The HTML parser drops the first newline of a textarea, so one is added. Quotes stay as they are: in the text of an element they mean
 * nothing, and browsers take a fifth longer to read a large text whose quotes are escaped.
 */
function textareaHtml(text: string): string {
  return `\n${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}`
}

export async function prepareForm(ctx: UserCtx, texts: ToPrepare): Promise<FormTexts> {
  const chars = texts.typed.length + (texts.stored?.length ?? 0) + (texts.theirs?.length ?? 0)
  return chars <= HERE_CHARS ? prepareFormTask.run(texts) : ctx.offload(prepareFormTask, texts)
}

type Typed = { typed: string; original: string | null }

/** A text from a form, where every line end is CRLF: `shown` has LF, `content` the line ends of the original. */
export const readTypedTask: Task<Typed, { shown: string; content: string }> = {
  name: 'read-typed',
  deadlineMs: DEADLINE_MS,
  run({ typed, original }) {
    const shown = plainEnds(typed)
    return { shown, content: original === null ? shown : restoreEnds(original, shown) }
  },
}

export async function readTyped(ctx: UserCtx, job: Typed): Promise<{ shown: string; content: string }> {
  const chars = job.typed.length + (job.original?.length ?? 0)
  return chars <= HERE_CHARS ? readTypedTask.run(job) : ctx.offload(readTypedTask, job)
}
