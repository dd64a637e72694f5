import { foldForSearch } from '#base/fold.ts'
import { markedRanges, markedTexts, textTermsOf } from '#base/search-query/text-terms.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { CheckedTexts } from '#platform/patterns/checks.ts'
import { checkTextsTask } from '#platform/patterns/tasks.ts'
import { isDeadlineOrBusy } from '#platform/threads.ts'
import { type Board, listExistingBoards } from '#features/boards/public.ts'
import type { FoundGroup } from '../found.ts'
import { scoreOf } from '../rank.ts'
import type { Asked } from './asked.ts'

/** More than enough for some hundred names. */
const CHECK_MS = 100

/** By their names; the notes on them are found as notes. A user has few boards, so all are read. */
export async function searchBoards(ctx: UserCtx, { query, limit }: Asked): Promise<FoundGroup> {
  const { holds, lacks, checks, isCaseSensitive } = textTermsOf(query)
  const boards = (await listExistingBoards(ctx)).filter(({ name }) => {
    const folded = foldForSearch(name)
    return (
      holds.every((clause) => clause.some((text) => folded.includes(text))) &&
      !lacks.some((text) => folded.includes(text))
    )
  })
  const texts = boards.map(({ name }) => [isCaseSensitive ? name : foldForSearch(name)])
  const passed = checks.length > 0 ? await check(ctx, { checks, isCaseSensitive, texts, limitMs: CHECK_MS }) : null
  const words = markedTexts(query)
  const hits = boards.filter((_board, i) => passed === null || passed[i]).map((board) => toHit(board, words, ctx.now))
  return {
    name: 'boards',
    hits: hits.toSorted((a, b) => b.score - a.score).slice(0, limit),
    hasMore: hits.length > limit,
    unsearched: passed && passed.length < boards.length ? { count: boards.length - passed.length, ms: null } : null,
  }
}

/** One answer per name, in order; fewer when the time was up. */
async function check(ctx: UserCtx, texts: CheckedTexts): Promise<boolean[]> {
  try {
    return await ctx.offload(checkTextsTask, texts)
  } catch (error) {
    if (isDeadlineOrBusy(error)) return []
    throw error
  }
}

function toHit({ id, name }: Board, words: readonly string[], now: Date) {
  return {
    id,
    url: `/boards/${id}`,
    title: name,
    ranges: markedRanges(name, words),
    place: '',
    excerpt: null,
    lines: [],
    updatedAt: null,
    language: null,
    symbolKind: null,
    isFavourite: false,
    score: scoreOf({ name, texts: [], isFavourite: false, isOwn: true, updatedAt: null }, words, now),
  }
}
