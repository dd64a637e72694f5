/** The links of the results, in the order of the page: names and lines of code. */
function links(): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('#results [data-hit]')]
}

/** Moves the focus to the next or the previous result. */
export function moveToHit(step: 1 | -1): void {
  const all = links()
  const at = all.findIndex((link) => link === document.activeElement)
  const next = at === -1 ? (step === 1 ? 0 : -1) : at + step
  all[next]?.focus()
}

/**
 * Results that arrive late may replace the one that has the focus, or move it. The same result gets the focus again, or, where it is no longer
 * found, the one in its position.
 */
export function keepHitFocus(replaceResults: () => void): void {
  const before = links()
  const at = before.findIndex((link) => link === document.activeElement)
  const href = before[at]?.href
  replaceResults()
  if (at === -1) return
  const after = links()
  const next = after.find((link) => link.href === href) ?? after[at] ?? after.at(-1)
  if (next !== document.activeElement) next?.focus()
}

/** Arrow keys lead from the box through the results and back; Escape leads to the box. */
export function hitKeys(box: HTMLInputElement): () => void {
  const onKey = (event: KeyboardEvent) => {
    const isInResults = event.target instanceof Element && event.target.closest('#results') !== null
    if (event.defaultPrevented || (event.target !== box && !isInResults)) return
    if (event.key === 'Escape' && isInResults) return box.focus()
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    if (step === null || event.isComposing) return
    const isBack = step === -1 && links()[0] === document.activeElement
    if (event.target === box && step === -1) return
    event.preventDefault()
    if (isBack) box.focus()
    else moveToHit(step)
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}
