import type { RefObject } from 'preact'
import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { Notice } from './notice.tsx'

type FieldProps = {
  label: string
  placeholder: string
  value: string
  inputRef: RefObject<HTMLInputElement | null>
  onInput: (text: string) => void
  /** Code is neither corrected nor capitalised. */
  isCode: boolean
}

/** The field `q` of a search form, and its button. */
export function SearchField({ label, placeholder, value, inputRef, onInput, isCode }: FieldProps) {
  return (
    <div class="search-box">
      <button class="icon-button" type="submit" aria-label={label} title={label}>
        <Icon name="search" />
      </button>
      <input
        ref={inputRef}
        type="search"
        name="q"
        dir="auto"
        autocomplete="off"
        autocapitalize={isCode ? 'none' : undefined}
        spellcheck={isCode ? false : undefined}
        aria-label={label}
        placeholder={placeholder}
        defaultValue={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  )
}

type FailedProps = { locale: Locale; words: { failed: string; retry: string }; retry: () => void }

/** A search that did not arrive, and a button that sends it again. */
export function SearchFailed({ locale, words, retry }: FailedProps) {
  return (
    <Notice kind="error" locale={locale}>
      {words.failed}{' '}
      <button class="button button-plain" type="button" onClick={retry}>
        {words.retry}
      </button>
    </Notice>
  )
}
