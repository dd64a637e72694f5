type Item = { text: string; level: number; line: number }

/** Headings of a text and the lines they stand on: a pane beside the code where there is room, else a popover. */
export function Outline({ label, items }: { label: string; items: readonly Item[] }) {
  return (
    <nav class="outline menu" id="outline" popover="auto" aria-label={label}>
      <p class="outline-title">{label}</p>
      <ol>
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
