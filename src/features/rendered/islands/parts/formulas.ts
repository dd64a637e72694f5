import katex from 'katex'

/** A longer formula stays source: it is parsed in one piece, and the page cannot answer meanwhile. */
const LONGEST_FORMULA_CHARS = 5_000
/** After this time the page gets a turn, to scroll and to answer. */
const SLICE_MS = 30

/**
 * Renders formulas as MathML, which browsers draw themselves: no style sheet, no fonts. KaTeX builds nodes, never HTML
 * from strings; links and images inside a formula stay off (`trust`).
 */
export async function drawFormulas(prose: HTMLElement | null, badFormula: string): Promise<void> {
  let sliceEndsAt = performance.now() + SLICE_MS
  for (const source of prose?.querySelectorAll<HTMLElement>('code.math') ?? []) {
    drawFormula(source, badFormula)
    if (performance.now() < sliceEndsAt) continue
    await new Promise((resolve) => setTimeout(resolve))
    sliceEndsAt = performance.now() + SLICE_MS
  }
}

function drawFormula(source: HTMLElement, badFormula: string): void {
  const target = document.createElement('span')
  target.className = 'formula'
  target.dir = 'ltr'
  try {
    if (source.textContent.length > LONGEST_FORMULA_CHARS) throw new RangeError('too long')
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
    // A deeply nested formula overflows the stack of the parser.
    if (!(error instanceof katex.ParseError || error instanceof RangeError)) throw error
  }
}
