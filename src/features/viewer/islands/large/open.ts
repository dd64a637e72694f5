import { formatNumber, type Locale } from '#base/messages.ts'
import { fetchText } from '#browser/fetch-text.ts'
import { setLargeCode } from '#browser/large-code.ts'
import { toast } from '#browser/toast.ts'
import { loadWhenOnline } from '#browser/when-online.ts'
import { viewerMessages } from '../../messages/viewer.ts'
import { largeMessages } from '../../messages/large.ts'
import { textFinder } from '../../text-finder.ts'
import { indexRows, textOfLines, type TextRows } from '../../text-rows.ts'
import { copyWhole } from './copying.ts'
import { addFindBar } from './find-bar.tsx'
import { foundMarks } from './found-marks.ts'
import { printRows } from './printing.ts'
import { addOutline } from './outline.tsx'
import { rowDrawer } from './row-elements.ts'
import { RowWindow } from './row-window.ts'
import { textPoints } from './text-points.ts'

export type LargeOptions = { locale: Locale; fileId: string; version: number; coloured: boolean; revealed: boolean }

/**
 * Shows a large file: loads its text once and draws only the rows near the view. Returns the text; null when it could not be
 * loaded, and then the page keeps the first lines and says so.
 */
export async function openLarge(code: HTMLElement, options: LargeOptions): Promise<string | null> {
  const { locale, fileId, version } = options
  const text = await loadWhenOnline(() => fetchText(`/raw/${fileId}?v=${version}`)).catch(() => null)
  if (text !== null) drawLarge(code, indexRows(text), options)
  else {
    document.getElementById('cut')?.classList.remove('without-script')
    toast({ text: largeMessages(locale).restFailed, kind: 'error' })
    setLargeCode(null)
  }
  code.querySelector('.code-rest')?.remove()
  code.dataset['large'] = text === null ? 'failed' : 'drawn'
  performance.mark('large-drawn')
  return text
}

function drawLarge(code: HTMLElement, rows: TextRows, options: LargeOptions): void {
  const { locale, revealed: isRevealed } = options
  const host = code.querySelector<HTMLElement>('.code-rows')
  if (!host) throw new Error('The page has no rows')
  code.querySelector('.code-width')?.setAttribute('width', `${rows.columns}ch`)
  const view = new RowWindow(rows, host, rowDrawer(rows, { colours: null, isRevealed }))
  host.dataset['drawn'] = ''
  const points = textPoints(rows, host, view)
  copyWhole(rows, host, view, points)
  addFindBar(code, locale, textFinder(rows.text), foundMarks(rows, code, view, points))
  printRows(rows, host, view, locale)
  if (rows.end < rows.text.length) addNotice(code, largeMessages(locale).cutRows(formatNumber(locale, rows.lineCount)))
  view.draw()
  followView(code, view)
  setLargeCode({
    lineCount: rows.lineCount,
    topOf: (line) => view.topOfLine(line),
    textOf: (from, to) => textOfLines(rows, from, to),
    show: (line) => view.showLine(line),
    onDrawn: (run) => view.onDrawn(run),
  })
  if (options.coloured)
    void addColours(code, options, (colours) => view.redraw(rowDrawer(rows, { colours, isRevealed })))
}

/** Colours come after the text, because highlighting takes the server seconds. */
async function addColours(code: HTMLElement, options: LargeOptions, draw: (colours: string) => void): Promise<void> {
  const { locale, fileId, version } = options
  const answer = await fetchText(`/file/${fileId}/colours?v=${version}`).catch(() => '')
  const end = answer.indexOf('\n')
  if (end === -1) return addNotice(code, viewerMessages(locale).plain)
  draw(answer.slice(end + 1))
  addOutline(code, locale, answer.slice(0, end))
  code.dataset['coloured'] = ''
}

function followView(code: HTMLElement, view: RowWindow): void {
  window.addEventListener('scroll', () => view.draw(), { passive: true })
  window.addEventListener('resize', () => view.draw())
  let width = code.clientWidth
  new ResizeObserver(() => {
    if (code.clientWidth !== width) view.reflow()
    width = code.clientWidth
  }).observe(code)
  document.getElementById('wrap')?.addEventListener('change', () => view.reflow())
}

/** Above the code: what the reader must know before reading. */
function addNotice(code: HTMLElement, text: string): void {
  const words = document.createElement('p')
  words.className = 'code-notice'
  words.textContent = text
  code.closest('.viewer-body')?.before(words)
}
