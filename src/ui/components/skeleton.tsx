type Props = {
  rows: number
  /** What is loading, for screen readers. */
  label: string
}

/** Rows of the list's final height, so that the layout does not shift; CSS displays them only after 250 ms. */
export function Skeleton({ rows, label }: Props) {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div class="skeleton-row" key={row} aria-hidden="true">
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}
