/** The links between the views of a file lead to the lines that are chosen here: `#L14`, or empty. The key of a view presses its link. */
export function keepLines(address: () => string): () => void {
  const keep = ({ target }: Event) => {
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>('.workspace-head .view-switch > a') : null
    if (link) link.hash = address()
  }
  document.addEventListener('click', keep)
  return () => document.removeEventListener('click', keep)
}
