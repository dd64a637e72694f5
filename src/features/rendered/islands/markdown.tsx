import { useSignal } from '@preact/signals'
import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { renderedMessages } from '../messages.ts'
import { CopyCode } from './parts/copy-code.tsx'
import { Diagram } from './parts/diagram.tsx'
import { followHeadings } from './parts/follow-headings.ts'

/** Hydrates the rendered text: copying code, rendering diagrams and formulas on demand, and following the outline. */
function Markdown({ locale, hasMath }: { locale: Locale; hasMath: boolean }) {
  const t = renderedMessages(locale)
  const formulas = useSignal<'source' | 'loading' | 'drawn' | 'failed'>('source')

  useEffect(() => {
    const prose = document.getElementById('prose')
    if (!prose) return
    for (const block of prose.querySelectorAll<HTMLElement>('.code-block')) addCopy(block, locale)
    for (const source of prose.querySelectorAll<HTMLElement>('pre[data-mermaid]')) addDiagram(source, locale)
    for (const block of prose.querySelectorAll<HTMLElement>('pre, table')) reachable(block)
    return followHeadings(prose)
  }, [])

  const draw = async () => {
    formulas.value = 'loading'
    try {
      const { drawFormulas } = await import('./parts/formulas.ts')
      await drawFormulas(document.getElementById('prose'), t.badFormula)
      formulas.value = 'drawn'
    } catch {
      formulas.value = 'failed'
    }
  }

  if (!hasMath || formulas.value === 'drawn') return null
  return (
    <div class="reading-tools row below-4 gap-3" data-opens="formulas">
      <Button type="button" disabled={formulas.value === 'loading'} onClick={() => void draw()}>
        {t.showFormulas}
      </Button>
      {formulas.value === 'failed' && <span role="alert">{t.notLoaded}</span>}
    </div>
  )
}

/** Elements that scroll sideways get the focus, for the arrow keys. */
function reachable(block: HTMLElement): void {
  if (block.scrollWidth > block.clientWidth) block.tabIndex = 0
}

function addCopy(block: HTMLElement, locale: Locale): void {
  const host = document.createElement('div')
  host.className = 'code-tools'
  block.prepend(host)
  render(<CopyCode locale={locale} text={() => block.querySelector('code')?.textContent ?? ''} />, host)
}

function addDiagram(source: HTMLElement, locale: Locale): void {
  const host = document.createElement('div')
  host.className = 'diagram'
  source.before(host)
  render(<Diagram locale={locale} source={source} />, host)
}

export const island = Markdown
