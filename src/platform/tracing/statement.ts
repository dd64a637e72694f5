const SUMMARY_CHARS = 120

/** `select files` for a list; the first words of the statement distinguish two of that name. Our statement texts hold no values. */
export function describeStatement(sql: string): { name: string; summary: string } {
  const text = sql
    .replaceAll(/\/\*[^]*?\*\//g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const [verb = ''] = /^\w+/.exec(text) ?? []
  const table = /\b(?:from|into|update|table) (?:only )?"?(\w+)"?(?![\w(])/i.exec(text)?.[1]
  return {
    name: [verb.toLowerCase(), table].filter(Boolean).join(' ') || 'statement',
    summary: text.slice(0, SUMMARY_CHARS),
  }
}
