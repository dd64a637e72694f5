import { type Signal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { Notice } from '#ui/components/notice.tsx'
import { Icon } from '#ui/icons.tsx'
import { COLOR_IDS, type ColorId } from '../colors.ts'
import { colorMessages } from '../messages/colors.ts'
import { searchMessages } from '../messages/search.ts'
import { type NoteSearchQuery, parseNoteSearch } from '../search-address.ts'
import { searchFromUrl, type How, showResults } from './search/show-results.ts'

type Props = { locale: Locale; ask: NoteSearchQuery }

const TYPING_MS = 300

/** A plain form; with script, results and URL update while the user types. */
function NoteSearch({ locale, ask }: Props) {
  const t = searchMessages(locale)
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const color = useSignal<ColorId | null>(ask.color)
  const retry = useSignal<(() => void) | null>(null)
  const { search, typed } = useLiveSearch(form, retry)
  useBack(input, color, search)
  useEffect(() => addShortcut({ keys: 'Slash', label: t.keySearch, run: () => input.current?.focus() }), [])

  return (
    <>
      <form
        ref={form}
        class="note-search"
        method="get"
        action="/notes/search"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          search('push')
        }}
      >
        <div class="note-search-box">
          <button class="icon-button" type="submit" aria-label={t.search} title={t.search}>
            <Icon name="search" />
          </button>
          <input
            ref={input}
            type="search"
            name="q"
            dir="auto"
            autocomplete="off"
            aria-label={t.search}
            placeholder={t.placeholder}
            defaultValue={ask.q}
            onInput={typed}
          />
        </div>
        <ColorChoice locale={locale} color={color} choose={() => search('push')} />
      </form>
      {retry.value && (
        <Notice kind="error" locale={locale}>
          {t.failed}{' '}
          <button class="button button-plain" type="button" onClick={retry.value}>
            {t.retry}
          </button>
        </Notice>
      )}
    </>
  )
}

type Search = (how: How) => void

/** Continuous typing adds one history entry, not one for every letter. */
function useLiveSearch(form: RefObject<HTMLFormElement | null>, retry: Signal<(() => void) | null>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isTyping = useRef(false)
  const search: Search = (how) => {
    clearTimeout(timer.current)
    if (how !== 'replace') isTyping.current = false
    const asked = how === 'back' ? searchFromUrl() : readForm(form.current)
    void showResults(asked, how).then((isShown) => {
      retry.value = isShown ? null : () => search(how)
    })
  }
  const typed = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      search(isTyping.current ? 'replace' : 'push')
      isTyping.current = true
    }, TYPING_MS)
  }
  return { search, typed }
}

function readForm(form: HTMLFormElement | null): NoteSearchQuery {
  const data = new FormData(form ?? undefined)
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return parseNoteSearch({ q: text('q'), color: text('color') })
}

function useBack(input: RefObject<HTMLInputElement | null>, color: Signal<ColorId | null>, search: Search): void {
  useEffect(() => {
    const back = () => {
      const asked = searchFromUrl()
      if (input.current) input.current.value = asked.q
      color.value = asked.color
      search('back')
    }
    window.addEventListener('popstate', back)
    return () => window.removeEventListener('popstate', back)
  }, [])
}

type ChoiceProps = { locale: Locale; color: Signal<ColorId | null>; choose: () => void }

function ColorChoice({ locale, color, choose }: ChoiceProps) {
  const t = searchMessages(locale)
  const names = colorMessages(locale)
  return (
    <fieldset class="color-chips">
      <legend class="visually-hidden">{t.color}</legend>
      {[null, ...COLOR_IDS].map((id) => (
        <label key={id} class="color-chip">
          <input
            type="radio"
            name="color"
            value={id ?? ''}
            checked={color.value === id}
            onChange={() => {
              color.value = id
              choose()
            }}
          />
          {id && <span class="color-swatch" data-color={id} aria-hidden="true" />}
          <span>{id ? names[id] : t.anyColor}</span>
        </label>
      ))}
    </fieldset>
  )
}

export const island = NoteSearch
