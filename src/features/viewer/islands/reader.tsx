import type { RefObject } from 'preact'
import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { direction, type Locale } from '#base/messages.ts'
import { announce } from '#browser/announce.ts'
import { navigateTo } from '#browser/navigate.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { largeCode } from '#browser/large-code.ts'
import { openNoteDraft } from '#browser/note-request.ts'
import { selectedLines } from '#browser/selected-lines.ts'
import { keepLines } from '#browser/view-links.ts'
import { requestWatch } from '#browser/watch-request.ts'
import { loadWhenOnline } from '#browser/when-online.ts'
import { type LineRange, lineTotal } from '../line-range.ts'
import { viewerMessages } from '../messages/viewer.ts'
import { lastLine, lineElement, markLines } from './code-lines.ts'
import { type Copied, copyCode, copyLink, type Elsewhere, rememberText } from './copying.ts'
import type { LargeOptions } from './large/open.ts'
import { type Choice, followChoice } from './line-choice.ts'
import { nameActions } from './name-actions.ts'
import { closeOutlineOnChoice } from './outline-popover.ts'
import { GoToLine } from './parts/go-to-line.tsx'
import { addGutterPlus } from './parts/gutter-plus.tsx'
import { type LineAction, LineMenu, openLineMenu } from './parts/line-menu.tsx'
import { addSelectionBubble, type BubbleAction } from './parts/selection-bubble.tsx'

type Props = {
  locale: Locale
  fileId: string
  version: number
  isNewest: boolean
  elsewhere?: Elsewhere
  /** A file of which only the visible rows are drawn. */
  large?: { coloured: boolean; revealed: boolean } | null
}

/** Line selection, copying, and the shortcuts of the page. The server rendered the lines. */
function Reader({ locale, fileId, version, isNewest, elsewhere, large = null }: Props) {
  const t = viewerMessages(locale)
  const dialog = useRef<HTMLDialogElement>(null)
  const choice = useRef<Choice>(null)
  const last = useSignal(0)

  useEffect(() => {
    const from = { fileId, version, t, elsewhere }
    const code = document.getElementById('code')
    const followLines = (element: HTMLElement) => {
      last.value = lastLine(element)
      choice.current = followChoice(element, chosenMenu(from, isNewest, direction(locale), choice), openLineMenu)
      addSelectionBubble(element, t.lineMenu, bubbleActions(from, isNewest))
      if (isNewest) addGutterPlus(element, t.addNote, (line) => openNoteDraft(linesWith(line, choice.current)))
    }
    if (code && large) void drawLarge(code, from, { locale, fileId, version, ...large }).then(() => followLines(code))
    else if (code) followLines(code)
    keepLines(linesInAddress)
    actOnPress(from)
    closeOutlineOnChoice()
    rememberWrap()
    addKeys(from, isNewest, choice, dialog)
  }, [])

  return <GoToLine t={t} dialog={dialog} last={last.value} go={(range) => choice.current?.choose(range)} />
}

/** The chosen lines: the address names them. */
function linesInAddress(): string {
  const { hash } = window.location
  return hash.startsWith('#L') ? hash : ''
}

async function drawLarge(code: HTMLElement, from: Copied, options: LargeOptions): Promise<void> {
  const { openLarge } = await loadWhenOnline(() => import('./large/open.ts'))
  const text = await openLarge(code, options)
  if (text !== null) rememberText(from, text)
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
      case 'watch':
        return requestWatch(range)
      case 'copy':
        return void copyCode(from, range, button)
      case 'link':
        return void copyLink(from, range, false, button)
      case 'permalink':
        return void copyLink(from, range, true, button)
      case 'share':
        return shareLines(from, range)
      case 'extend':
        choice.current?.extendNext()
        announce(from.t.extendHint)
    }
  }
  render(<LineMenu t={from.t} dir={dir} canNote={isNewest} canShare={!from.elsewhere} act={act} />, host)
  let shown: LineRange | null = null
  largeCode()?.onDrawn(() => {
    const code = shown && document.getElementById('code')
    if (!code || !shown) return
    markLines(code, shown)
    lineElement(shown.from)?.append(host)
  })
  return (range) => {
    shown = range
    if (!range) return host.remove()
    lineElement(range.from)?.append(host)
    announce(from.t.selected(lineTotal(range), range.from, range.to))
  }
}

function bubbleActions(from: Copied, canNote: boolean): BubbleAction[] {
  const { t } = from
  const note: BubbleAction = { icon: 'note', label: t.addNote, run: () => openNoteDraft() }
  const share: BubbleAction = { icon: 'share', label: t.shareLines, run: () => shareLines(from, selectedLines()) }
  const watch: BubbleAction = { icon: 'eye', label: t.watchLines, run: () => requestWatch(selectedLines()) }
  return [
    ...(canNote ? [note, watch] : []),
    { icon: 'copy', label: t.copyLines, run: () => void copyCode(from, selectedLines(), null) },
    { icon: 'link', label: t.copyLink, run: () => void copyLink(from, selectedLines(), false, null) },
    ...(from.elsewhere ? [] : [share]),
    ...nameActions(t),
  ]
}

/** Pinned to the shown version: in a version that was saved since, these numbers can be other lines. */
function shareLines({ fileId, version }: Copied, range: LineRange | null): void {
  if (range) navigateTo(`/shares/new?files=${fileId}&v=${version}&lines=${range.from}-${range.to}`)
}

/** The chosen lines when the line is one of them, else the line alone. */
function linesWith(line: number, choice: Choice | null): LineRange {
  const range = choice?.range()
  return range && line >= range.from && line <= range.to ? range : { from: line, to: line }
}

/** The buttons of the header, which the server rendered. */
function actOnPress(from: Copied): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-do="copy"], [data-do="note"]') : null
    if (!(button instanceof HTMLElement)) return
    if (button.dataset['do'] === 'note') openNoteDraft()
    else void copyCode(from, null, button)
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
  // The rendered view has the same header, but no lines.
  if (document.getElementById('code')) {
    addShortcut({ keys: 'KeyL', label: t.goToLine, run: () => dialog.current?.showModal() })
    addShortcut({ keys: 'KeyY', label: t.copyPermalink, run: () => void copyLink(from, range(), true, null) })
    for (const action of nameActions(t)) addShortcut(action)
    addShortcut({ keys: 'KeyW', label: t.wrap, run: () => document.getElementById('wrap')?.click() })
  }
  addShortcut({ keys: 'KeyC', label: t.copy, run: () => void copyCode(from, range(), copyButton()) })
  addShortcut({ keys: 'KeyR', label: t.raw, run: () => navigateTo(elsewhere?.raw ?? `/raw/${fileId}${pinned}`) })
  if (isNewest && !elsewhere)
    addShortcut({ keys: 'KeyE', label: t.edit, run: () => navigateTo(`/file/${fileId}/edit${linesInAddress()}`) })
}

export const island = Reader
