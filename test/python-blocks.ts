/** Blocks of code that move between files. */
export const HEAD = ['import os', 'import datetime']
export const TOTAL = [
  'def total(invoices):',
  '    amounts = [each.amount for each in invoices]',
  '    return sum(amounts)',
]
export const TOTAL_NET = TOTAL.map((line) => line.replace('each.amount', 'each.net'))
export const LABEL = [
  'def label(invoice):',
  '    name = invoice.customer.full_name',
  '    return f"{name} {invoice.number}"',
]
export const TAX = [
  'def tax(invoice, rate):',
  '    taxable = invoice.amount - invoice.exempt',
  '    return taxable * rate',
]

/** A file of these blocks, with an empty line between them. */
export function fileOf(...blocks: readonly (readonly string[])[]): string {
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`
}
