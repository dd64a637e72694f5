type Item = { text: string; level: number; line: number }

/** What is where in a text. A popover; for whom there is room, and the page says `has-outline`, a pane beside the text. */
export function Outline({ label, items, isCode }: { label: string; items: readonly Item[]; isCode: boolean }) {
  return (
    <nav class="outline menu" id="outline" popover="auto" aria-label={label}>
      <p class="outline-title">{label}</p>
      <ol dir={isCode ? 'ltr' : undefined}>
        {items.map(({ text, level, line }) => (
          <li key={line} class={`outline-${level}`}>
            <a href={`#L${line}`}>
              <bdi>{text}</bdi>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
