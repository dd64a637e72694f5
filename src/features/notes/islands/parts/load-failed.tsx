import { Notice } from '#ui/components/notice.tsx'
import type { Locale } from '#base/messages.ts'
import type { Notebook } from './notebook.ts'

type Props = { book: Notebook; locale: Locale; words: { failed: string; retry: string } }

/** The notes could not be loaded; the button tries again. */
export function LoadFailed({ book, locale, words }: Props) {
  return (
    <Notice kind="error" locale={locale}>
      {words.failed}{' '}
      <button class="button button-plain" type="button" onClick={() => void book.load()}>
        {words.retry}
      </button>
    </Notice>
  )
}
