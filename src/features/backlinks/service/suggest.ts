import type { UserCtx } from '#platform/ctx.ts'
import { collectInTurns } from '#platform/turns.ts'
import { pathOf, searchFileNames, searchFuzzyNames } from '#features/files/public.ts'
import { listNames } from '#features/links/public.ts'
import { bestSuggestions, type Scored, scoreNamed, type Suggestion, SUGGESTED } from '../suggest.ts'

/** Files, symbols, notes with a title and boards whose names have these letters. Without letters: the notes that changed last, and the boards. */
export async function suggestLinks(ctx: UserCtx, asked: string): Promise<Suggestion[]> {
  const [own, files, names] = await Promise.all([
    searchFuzzyNames(ctx, asked, SUGGESTED),
    searchFileNames(ctx, asked, { limit: SUGGESTED }),
    listNames(ctx),
  ])
  // A user may have a thousand notes, and comparing a name takes 30 µs.
  const named = await collectInTurns(names, ({ kind, title }) => scoreNamed(kind, title, asked))
  return bestSuggestions(
    [...fromFiles(own.files), ...fromFiles(files.map(exact)), ...fromSymbols(own), ...named],
    SUGGESTED,
  )
}

type Own = Awaited<ReturnType<typeof searchFuzzyNames>>
type Found = Pick<Own['files'][number], 'file' | 'ranges' | 'score'>

/** A text as a whole in a name is a better match than its letters. */
const EXACT = { exact: 5, prefix: 4, word: 3, hump: 2, substring: 2 } as const

function exact({ file, ranges, rank }: Awaited<ReturnType<typeof searchFileNames>>[number]): Found {
  return { file, ranges, score: EXACT[rank] }
}

function fromFiles(found: readonly Found[]): Scored[] {
  return found.map(({ file: { folder, fileName }, ranges, score }) => {
    const name = pathOf({ folder, fileName })
    return { kind: 'file', title: fileName, place: folder, ranges, score, name }
  })
}

function fromSymbols({ symbols }: Own): Scored[] {
  return symbols.map(({ file, symbol, ranges, score }) => {
    const name = pathOf(file)
    return { kind: 'symbol', title: symbol.name, place: name, ranges, score, name, part: symbol.name }
  })
}
