import type { Field, Limit } from '#features/api-docs/fields.ts'

const UNITS = [
  [1024 ** 3, 'GiB'],
  [1024 ** 2, 'MiB'],
  [1024, 'KiB'],
] as const

/** `64 KiB` where it is a whole number of them, else `51,200 bytes`. */
export function bytes(count: number): string {
  const unit = UNITS.find(([size]) => count >= size && (count * 100) % size === 0)
  return unit ? `${count / unit[0]} ${unit[1]}` : `${number(count)} bytes`
}

export function number(value: number): string {
  return value.toLocaleString('en-US')
}

/** Inline code inside a table, where a bare `|` would end the cell. */
export function code(text: string): string {
  return `\`${text.replaceAll('|', String.raw`\|`)}\``
}

/** `required, 1–200 characters, default 5` */
export function rules(field: Field, isAsked: boolean): string {
  const hasDefault = field.limits.some(({ of }) => of === 'default')
  return [
    ...(isAsked && field.required && !hasDefault ? ['required'] : []),
    ...(!isAsked && !field.required ? ['may be missing'] : []),
    ...field.limits.map(limitText),
    ...(field.about === '' ? [] : [field.about.replaceAll('|', String.raw`\|`)]),
  ].join(', ')
}

function limitText(limit: Limit): string {
  if (limit.of === 'default') return `default ${code(limit.value)}`
  const unit = limit.of === 'number' ? '' : ` ${limit.of}`
  const { min, max } = limit
  if (max === undefined) return `at least ${number(min ?? 0)}${unit}`
  if (min === undefined) return `at most ${number(max)}${unit}`
  return min === max ? `exactly ${number(min)}${unit}` : `${number(min)}–${number(max)}${unit}`
}

/** A table in Markdown; a column that is empty in every row is left out. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const used = head.map((_, i) => rows.some((row) => (row[i] ?? '') !== ''))
  const line = (cells: readonly string[]) => `| ${cells.filter((_, i) => used[i]).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
