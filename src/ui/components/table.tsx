import type { ComponentChildren } from 'preact'

type Props = { label: string; heads: readonly string[]; children: ComponentChildren }

/** A table that scrolls where it is too wide, also by keyboard. */
export function Table({ label, heads, children }: Props) {
  return (
    <div class="table" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
