import katex from 'katex'

/**
 * Turns formulas into MathML, which browsers draw themselves: no style sheet, no fonts. KaTeX builds nodes, never HTML
 * from strings; links and images inside a formula stay off (`trust`).
 */
export function drawFormulas(prose: HTMLElement | null, badFormula: string): void {
  for (const source of prose?.querySelectorAll<HTMLElement>('code.math') ?? []) {
    const place = document.createElement('span')
    place.className = 'formula'
    place.dir = 'ltr'
    try {
      katex.render(source.textContent, place, {
        output: 'mathml',
        displayMode: source.dataset['math'] === 'display',
        trust: false,
        strict: 'ignore',
        maxExpand: 500,
        maxSize: 50,
      })
      source.replaceWith(place)
    } catch (error) {
      source.title = badFormula
      source.classList.add('math-bad')
      if (!(error instanceof katex.ParseError)) throw error
    }
  }
}
