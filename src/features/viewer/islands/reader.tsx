import type { RefObject } from 'preact'
import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { direction, type Locale } from '#base/messages.ts'
import { announce } from '#browser/announce.ts'
import { navigateTo } from '#browser/go.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { openNoteDraft } from '#browser/note-request.ts'
import { type LineRange, lineTotal } from '../line-range.ts'
import { viewerMessages } from '../messages.ts'
import { lastLine, lineElement } from './code-lines.ts'
import { type Copied, copyCode, copyLink, type Elsewhere } from './copying.ts'
import { GoToLine } from './go-to-line.tsx'
import { type Choice, followChoice } from './line-choice.ts'
import { type LineAction, LineMenu } from './line-menu.tsx'
import { closeOutlineOnChoice } from './outline-popover.ts'

type Props = { locale: Locale; fileId: string; version: number; isNewest: boolean; elsewhere?: Elsewhere }

/** Line selection, copying, and the shortcuts of the page. The server rendered the lines. */
function Reader({ locale, fileId, version, isNewest, elsewhere }: Props) {
  const t = viewerMessages(locale)
  const dialog = useRef<HTMLDialogElement>(null)
  const choice = useRef<Choice>(null)
  const last = useSignal(0)

  useEffect(() => {
    const from = { fileId, version, t, elsewhere }
    const code = document.getElementById('code')
    if (code) {
      last.value = lastLine(code)
      choice.current = followChoice(code, chosenMenu(from, isNewest, direction(locale), choice))
    }
    copyOnPress(from)
    closeOutlineOnChoice()
    rememberWrap()
    addKeys(from, isNewest, choice, dialog)
  }, [])

  return <GoToLine t={t} dialog={dialog} last={last.value} go={(range) => choice.current?.choose(range)} />
}

/** Renders the menu into the gutter of the first selected line, and announces the selection. */
function chosenMenu(
  from: Copied,
  isNewest: boolean,
  dir: 'rtl' | 'ltr',
  choice: RefObject<Choice | null>,
): (range: LineRange | null) => void {
  const host = document.createElement('span')
  host.className = 'line-menu'
  const act = (action: LineAction) => {
    const range = choice.current?.range() ?? null
    const button = host.querySelector('button')
    switch (action) {
      case 'note':
        return openNoteDraft(range)
      case 'copy':
        return void copyCode(from, range, button)
      case 'link':
        return void copyLink(from, range, false, button)
      case 'permalink':
        return void copyLink(from, range, true, button)
      case 'extend':
        choice.current?.extendNext()
        announce(from.t.extendHint)
    }
  }
  render(<LineMenu t={from.t} dir={dir} canNote={isNewest} act={act} />, host)
  return (range) => {
    if (!range) return host.remove()
    lineElement(range.from)?.append(host)
    announce(from.t.selected(lineTotal(range), range.from, range.to))
  }
}

/** The copy button of the header, which the server rendered. */
function copyOnPress(from: Copied): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-do="copy"]') : null
    if (button) void copyCode(from, null, button)
  })
}

const WRAP_SECONDS = 31_536_000

/** The checkbox works without script; script only stores it in a cookie, so that the server renders the next page that way. */
function rememberWrap(): void {
  const box = document.getElementById('wrap')
  box?.addEventListener('change', () => {
    if (box instanceof HTMLInputElement)
      document.cookie = `wrap=${box.checked ? 1 : 0}; path=/; max-age=${WRAP_SECONDS}; samesite=lax`
  })
}

function addKeys(
  from: Copied,
  isNewest: boolean,
  choice: RefObject<Choice | null>,
  dialog: RefObject<HTMLDialogElement | null>,
): void {
  const { t, fileId, elsewhere } = from
  const pinned = isNewest ? '' : `?v=${from.version}`
  const range = () => choice.current?.range() ?? null
  const copyButton = () => document.querySelector('[data-do="copy"]')
  addShortcut({ keys: 'KeyL', label: t.goToLine, run: () => dialog.current?.showModal() })
  addShortcut({ keys: 'KeyY', label: t.copyPermalink, run: () => void copyLink(from, range(), true, null) })
  addShortcut({ keys: 'KeyW', label: t.wrap, run: () => document.getElementById('wrap')?.click() })
  addShortcut({ keys: 'KeyC', label: t.copy, run: () => void copyCode(from, range(), copyButton()) })
  addShortcut({ keys: 'KeyR', label: t.raw, run: () => navigateTo(elsewhere?.raw ?? `/raw/${fileId}${pinned}`) })
  if (isNewest && !elsewhere)
    addShortcut({ keys: 'KeyE', label: t.edit, run: () => navigateTo(`/file/${fileId}/edit`) })
}

export const island = Reader
