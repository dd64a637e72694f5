type Props = {
  rows: number
  /** Says to screen readers what is being waited for. */
  label: string
}

/** Rows of the list's true height, so that nothing jumps; CSS shows them only after 250 ms. */
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
