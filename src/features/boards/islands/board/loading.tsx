import { LoadFailed } from '#features/notes/islands/parts/load-failed.tsx'
import { Skeleton } from '#ui/components/skeleton.tsx'
import type { BoardDesk } from './board-desk.ts'

/** Placeholder while notes load. The rows appear after a delay. */
export function Loading({ desk: { book, words, locale } }: { desk: BoardDesk }) {
  if (book.state.value === 'loading') return <Skeleton rows={3} label={words.loading} />
  return <LoadFailed book={book} locale={locale} words={words} />
}
