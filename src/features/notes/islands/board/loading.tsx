import { Notice } from '#ui/components/notice.tsx'
import { Skeleton } from '#ui/components/skeleton.tsx'
import type { BoardDesk } from './board-desk.ts'

/** Not empty: not known yet. The rows show after a moment only. */
export function Loading({ desk: { book, words, locale } }: { desk: BoardDesk }) {
  if (book.state.value === 'loading') return <Skeleton rows={3} label={words.loading} />
  return (
    <Notice kind="error" locale={locale}>
      {words.failed}{' '}
      <button class="button button-plain" type="button" onClick={() => void book.load()}>
        {words.retry}
      </button>
    </Notice>
  )
}
