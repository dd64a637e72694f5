import type { ComponentChildren } from 'preact'

type Props = { label: string; heads: readonly string[]; children: ComponentChildren }

/** Rows of facts. Where it is too wide it scrolls, also by the keyboard. */
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
