import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { render } from 'preact'
import { formatNumber, type Locale } from '#base/messages.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { Icon, type IconName } from '#ui/icons.tsx'
import { largeMessages, type LargeWords } from '../../messages/large.ts'
import type { TextFinder } from '../../text-finder.ts'
import type { Found, FoundMarks } from './found-marks.ts'

type State = {
  isOpen: Signal<boolean>
  needle: Signal<string>
  matchesCase: Signal<boolean>
  /** The index of the match that is shown. */
  at: Signal<number>
  found: ReadonlySignal<Found>
}

/** The search of the page: the browser's own finds only rows that are drawn. Pressing Ctrl+F twice opens the browser's. */
export function addFindBar(code: HTMLElement, locale: Locale, find: TextFinder, marks: FoundMarks): void {
  const t = largeMessages(locale)
  const [needle, matchesCase] = [signal(''), signal(false)]
  const found = computed(() => ({
    offsets: find(needle.value, matchesCase.value),
    length: needle.value.length,
  }))
  const state: State = { isOpen: signal(false), needle, matchesCase, at: signal(0), found }
  const input: BarProps['input'] = { current: null }
  const host = document.createElement('div')
  // Not inside: the code and the notes beside it are a grid.
  code.closest('.viewer-body')?.before(host)
  let opener: Element | null = null
  const search = () => {
    state.at.value = marks.firstInView(found.value)
    marks.show(found.value, state.at.value)
  }
  const close = () => {
    state.isOpen.value = false
    marks.end()
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  }
  const open = () => {
    if (!state.isOpen.value) opener = document.activeElement
    const selected = String(window.getSelection())
    if (selected !== '' && selected.length <= MAX_TAKEN_CHARS && !selected.includes('\n')) needle.value = selected
    state.isOpen.value = true
    // The field exists after the next rendering.
    requestAnimationFrame(() => input.current?.select())
    if (needle.value !== '') search()
  }
  const step = (by: 1 | -1) => {
    const { length } = found.value.offsets
    if (length === 0) return
    state.at.value = (state.at.value + by + length) % length
    marks.show(found.value, state.at.value)
  }
  render(<FindBar t={t} locale={locale} state={state} input={input} search={search} step={step} close={close} />, host)
  addShortcut({ keys: 'Mod+KeyF', label: t.find, run: open })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-do="find"]')) open()
  })
}

const MAX_TAKEN_CHARS = 200

type BarProps = {
  t: LargeWords
  locale: Locale
  state: State
  input: { current: HTMLInputElement | null }
  search: () => void
  step: (by: 1 | -1) => void
  close: () => void
}

function FindBar({ t, locale, state, input, search, step, close }: BarProps) {
  const { isOpen, needle, matchesCase } = state
  if (!isOpen.value) return null
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
    // Not for our shortcuts: the second Ctrl+F is the browser's.
    else if (!(event.code === 'KeyF' && (event.ctrlKey || event.metaKey))) return
    else return event.stopPropagation()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search class="float find-bar row gap-1" aria-label={t.find}>
      <input
        ref={input}
        class="input"
        type="text"
        dir="auto"
        autocomplete="off"
        spellcheck={false}
        aria-label={t.findText}
        placeholder={t.findText}
        value={needle.value}
        onInput={({ currentTarget }) => {
          needle.value = currentTarget.value
          search()
        }}
        onKeyDown={onKey}
      />
      <output class="find-count meta numbers nowrap text-center" aria-live="polite">
        {countWords(t, locale, state)}
      </output>
      <Tool icon="up" label={t.findPrevious} run={() => step(-1)} />
      <Tool icon="down" label={t.findNext} run={() => step(1)} />
      <button
        class="icon-button find-case small strong"
        type="button"
        aria-pressed={matchesCase.value}
        aria-label={t.findCase}
        title={t.findCase}
        onClick={() => {
          matchesCase.value = !matchesCase.value
          search()
        }}
      >
        Aa
      </button>
      <Tool icon="close" label={t.findClose} run={close} />
    </search>
  )
}

function Tool({ icon, label, run }: { icon: IconName; label: string; run: () => void }) {
  return (
    <button class="icon-button" type="button" aria-label={label} title={label} onClick={run}>
      <Icon name={icon} />
    </button>
  )
}

function countWords(t: LargeWords, locale: Locale, { needle, found, at }: State): string {
  const { length } = found.value.offsets
  if (needle.value === '') return ''
  return length === 0 ? t.findNone : t.findCount(formatNumber(locale, at.value + 1), formatNumber(locale, length))
}
