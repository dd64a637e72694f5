import katex from 'katex'

/**
 * Renders formulas as MathML, which browsers draw themselves: no style sheet, no fonts. KaTeX builds nodes, never HTML
 * from strings; links and images inside a formula stay off (`trust`).
 */
export function drawFormulas(prose: HTMLElement | null, badFormula: string): void {
  for (const source of prose?.querySelectorAll<HTMLElement>('code.math') ?? []) {
    const target = document.createElement('span')
    target.className = 'formula'
    target.dir = 'ltr'
    try {
      katex.render(source.textContent, target, {
        output: 'mathml',
        displayMode: source.dataset['math'] === 'display',
        trust: false,
        strict: 'ignore',
        maxExpand: 500,
        maxSize: 50,
      })
      source.replaceWith(target)
    } catch (error) {
      source.title = badFormula
      source.classList.add('math-bad')
      if (!(error instanceof katex.ParseError)) throw error
    }
  }
}
