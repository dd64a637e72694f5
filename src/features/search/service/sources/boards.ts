import { foldForSearch } from '#base/fold.ts'
import { markedRanges, textTermsOf } from '#base/search-query/text-terms.ts'
import { checkTexts } from '#platform/patterns/tasks.ts'
import { listExistingBoards } from '#features/boards/public.ts'
import type { Source } from './source.ts'

/** More than enough for some hundred names. */
const CHECK_MS = 100

/** By their names; the notes on them are found as notes. A user has few boards, so all are read. */
export const findBoards: Source = async (ctx, { query, words }) => {
  const { holds, lacks, checks, isCaseSensitive } = textTermsOf(query)
  const boards = (await listExistingBoards(ctx)).filter(({ name }) => {
    const folded = foldForSearch(name)
    return (
      holds.every((clause) => clause.some((text) => folded.includes(text))) &&
      !lacks.some((text) => folded.includes(text))
    )
  })
  const texts = boards.map(({ name }) => [isCaseSensitive ? name : foldForSearch(name)])
  const passed = checks.length > 0 ? await checkTexts(ctx, { checks, isCaseSensitive, texts, limitMs: CHECK_MS }) : null
  return {
    candidates: boards
      .filter((_board, i) => passed === null || passed[i])
      .map(({ id, name }) => ({
        id,
        url: `/boards/${id}`,
        title: name,
        ranges: markedRanges(name, words),
        place: '',
        isOwn: true,
      })),
    hasMore: false,
    unsearched: passed && passed.length < boards.length ? { count: boards.length - passed.length, ms: null } : null,
  }
}
