import { batchBySize } from '#base/batch-by-size.ts'
import type { TextTerms } from '#base/search-query/text-terms.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { CheckedText } from '#platform/patterns/checks.ts'
import { checkTexts } from '#platform/patterns/tasks.ts'
import type { File } from '../file.ts'
import type { FoundPage } from '../found-page.ts'
import { cursorAfter, type ListCursor } from '../list-order.ts'
import { searchHead } from '../search-index.ts'
import * as bodies from '../store/bodies.ts'
import type { PageRequest } from '../store/list-conditions.ts'
import * as store from '../store/find-by-text.ts'

/** The time for the patterns of one page. An answer takes little more. */
const SEARCH_MS = 150
/** Files that the words and the required texts of the patterns leave, fetched at once. */
const CANDIDATES = 50
const BYTES_AT_ONCE = 1024 * 1024

type Find = (from: ListCursor | null, limit: number) => Promise<File[]>

/**
 * Goes through the candidates in the order of the list and keeps those that pass the checks, until the page is full or the time is up. Then
 * the next page begins behind the last file that was checked.
 */
export async function checkFiles(
  ctx: UserCtx,
  filter: store.SearchFilter & { text: TextTerms },
  paging: PageRequest,
  find: Find,
): Promise<FoundPage> {
  const start = performance.now()
  const files: File[] = []
  let at = paging.cursor
  for (;;) {
    const asked = performance.now()
    const candidates = await find(at, CANDIDATES)
    const findMs = performance.now() - asked
    for (const batch of batchBySize(candidates, ({ sizeBytes }) => sizeBytes, BYTES_AT_ONCE)) {
      const leftMs = SEARCH_MS - (performance.now() - start)
      // The first texts are checked even when a slow database has used up the time: the page would pass over one unread.
      const passed = leftMs > 0 || at === paging.cursor ? await check(ctx, batch, filter.text, leftMs) : []
      for (const [file, isHit] of zip(batch, passed)) {
        at = cursorAfter(file, paging.sort)
        if (isHit) files.push(file)
        if (files.length === paging.limit) return { files, next: at, unsearched: null }
      }
      if (passed.length < batch.length) return stopped(batch)
    }
    if (candidates.length < CANDIDATES) return { files, next: null, unsearched: null }
    // The next candidates take about as long to find as these did.
    if (performance.now() - start + findMs > SEARCH_MS) return stopped([])
  }

  async function stopped([first]: readonly File[]): Promise<FoundPage> {
    // Nothing was checked at all: this text takes longer than all the time there is, and would stop every page at the same place.
    const isStuck = at === paging.cursor && first !== undefined
    if (isStuck) at = cursorAfter(first, paging.sort)
    const left = await store.countAfter(ctx.db, ctx.user.id, filter, { ...paging, cursor: at })
    const ms = Math.round(performance.now() - start)
    return { files, next: at, unsearched: { files: left + (isStuck ? 1 : 0), ms } }
  }
}

function zip(files: readonly File[], passed: readonly boolean[]): [File, boolean][] {
  return passed.flatMap((isHit, i) => (files[i] ? [[files[i], isHit]] : []))
}

async function check(ctx: UserCtx, batch: readonly File[], text: TextTerms, limitMs: number): Promise<boolean[]> {
  const texts = text.isCaseSensitive ? await storedTexts(ctx, batch) : await foldedTexts(ctx, batch)
  const { checks, isCaseSensitive } = text
  return checkTexts(ctx, { checks, isCaseSensitive, texts, limitMs })
}

async function foldedTexts(ctx: UserCtx, batch: readonly File[]): Promise<CheckedText[]> {
  const docs = await store.readDocs(
    ctx.db,
    ctx.user.id,
    batch.map(({ id }) => id),
  )
  return batch.map((file) => {
    const doc = docs.get(file.id) ?? ''
    const head = searchHead(file).length
    return [doc.slice(0, head), doc.slice(head)]
  })
}

async function storedTexts(ctx: UserCtx, batch: readonly File[]): Promise<CheckedText[]> {
  const texts = await bodies.readLatest(
    ctx.db,
    ctx.user.id,
    batch.map(({ id }) => id),
  )
  return batch.map((file) => {
    const body = texts.get(file.id)
    return [[file.fileName, file.description, ...file.tags].join('\n'), ...(body ? [body] : [])]
  })
}
