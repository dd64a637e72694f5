/** Licences whose works may be combined with ours and passed on under the AGPL. Any other one stops the build until somebody has read it. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
])

/** Packages that name no licence in their package file, with the licence of the text that they contain. */
export const READ_BY_US: Readonly<Record<string, string>> = { 'khroma 2.1.0': 'MIT' }

/** Of an SPDX expression: of alternatives one is enough, of a conjunction all are needed. */
export function isAllowed(expression: string): boolean {
  const flat = expression.replaceAll(/[()]/g, ' ').trim()
  // A mixture of both needs its parentheses, which nothing here reads: somebody has to look at it.
  if (flat.includes(' OR ') && flat.includes(' AND ')) return false
  if (flat.includes(' OR ')) return flat.split(' OR ').some((each) => ALLOWED.has(each.trim()))
  return flat.split(' AND ').every((each) => ALLOWED.has(each.trim()))
}
