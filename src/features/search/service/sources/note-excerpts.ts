import { type Excerpt, EXCERPT_CHARS, excerptAround } from '#base/needle.ts'
import { plainText } from '#base/plain-text.ts'
import { markedRanges } from '#base/search-query/text-terms.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { isDeadlineOrBusy, type Task } from '#platform/threads.ts'

/** Without a match, an excerpt begins with the note: the rest of its Markdown need not be read. */
const BEGINNING_CHARS = 5 * EXCERPT_CHARS
/** With texts of so many characters together, a thread of its own costs less than a pause of the event loop. */
const MANY_CHARS = 20_000
const MANY_MARKS = /\p{M}{20}/u

type Contents = { contents: readonly string[]; words: readonly string[] }

export const findExcerptsTask: Task<Contents, Excerpt[]> = {
  name: 'find-note-excerpts',
  deadlineMs: 5_000,
  run: ({ contents, words }) => contents.map((content) => excerptOf(content, words)),
}

/**
 * The text of each note around its first match. Costly texts go to a worker thread: 4,000 combining marks would hold the event loop for 30 ms.
 * Where the thread has no time, notes are shown from their beginning, without marks: they are found all the same.
 */
export async function findExcerpts(
  { offload }: Pick<UserCtx, 'offload'>,
  contents: readonly string[],
  words: readonly string[],
): Promise<Excerpt[]> {
  const chars = contents.reduce((sum, { length }) => sum + length, 0)
  const isCostly = chars > MANY_CHARS || contents.some((content) => MANY_MARKS.test(content))
  if (!isCostly) return contents.map((content) => excerptOf(content, words))
  try {
    return await offload(findExcerptsTask, { contents, words })
  } catch (error) {
    if (!isDeadlineOrBusy(error)) throw error
    return contents.map((content) => excerptOf(content, []))
  }
}

/** Without Markdown, unless the match is in what a reader does not see, such as the address of a link. */
function excerptOf(content: string, words: readonly string[]): Excerpt {
  const plain = plainText(content, words.length > 0 ? content.length : BEGINNING_CHARS)
  const inPlain = markedRanges(plain, words)
  const inContent = inPlain.length > 0 ? [] : markedRanges(content, words)
  return inContent.length > 0 ? excerptAround(content, inContent) : excerptAround(plain, inPlain)
}
