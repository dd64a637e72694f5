import type { Locale } from '#base/messages.ts'
import type { Field, Limit } from '../fields.ts'
import { apiDocsMessages } from '../messages.ts'

type Props = {
  locale: Locale
  label: string
  fields: readonly Field[]
  /**
   * Whether the fields belong to a request, where optional ones are marked; in replies the type shows what may be missing.
   */
  asked: boolean
}

export function FieldTable({ locale, label, fields, asked }: Props) {
  const t = apiDocsMessages(locale)
  return (
    <table class="api-table api-fields small full" aria-label={label}>
      <thead>
        <tr>
          <th class="breaks rule-below muted medium" scope="col">
            {t.field}
          </th>
          <th class="breaks rule-below muted medium" scope="col">
            {t.type}
          </th>
          <th class="breaks rule-below muted medium" scope="col">
            {t.rules}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <td class="breaks rule-below">
              <code>{field.name}</code>
            </td>
            <td class="breaks rule-below">
              <code>{asked || field.required ? field.type : `${field.type} | undefined`}</code>
            </td>
            <td class="breaks rule-below">{rulesOf(locale, field, asked).join(' · ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function rulesOf(locale: Locale, field: Field, asked: boolean): string[] {
  const t = apiDocsMessages(locale)
  return [
    ...(asked && field.required ? [t.required] : []),
    ...field.limits.map((limit) => limitWords(locale, limit)),
    ...(field.about === '' ? [] : [field.about]),
  ]
}

function limitWords(locale: Locale, limit: Limit): string {
  const t = apiDocsMessages(locale)
  if (limit.of === 'default') return t.limitDefault(limit.value)
  const words = { number: t.limitNumber, characters: t.limitCharacters, items: t.limitItems }[limit.of]
  return words(range(locale, limit.min, limit.max))
}

function range(locale: Locale, min: number | undefined, max: number | undefined): string {
  const t = apiDocsMessages(locale)
  if (min !== undefined && max !== undefined) return min === max ? `${min}` : `${min}–${max}`
  return min === undefined ? t.atMost(max ?? 0) : t.atLeast(min)
}
