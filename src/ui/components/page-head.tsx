type Props = { title: string; hint?: string }

/** The top of a page: title and a one-sentence description. */
export function PageHead({ title, hint }: Props) {
  return (
    <div class="page-head">
      <h1>{title}</h1>
      {hint !== undefined && <p>{hint}</p>}
    </div>
  )
}
