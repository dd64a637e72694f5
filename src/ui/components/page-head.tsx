type Props = { title: string; hint?: string }

/** The top of a page: what it is, and in a sentence what it is for. */
export function PageHead({ title, hint }: Props) {
  return (
    <div class="page-head">
      <h1>{title}</h1>
      {hint !== undefined && <p>{hint}</p>}
    </div>
  )
}
