import { splitName } from '#base/symbol-match.ts'

/** Of each kind. */
export const SAMPLES = 60

/** What people type. */
export function questions(names: readonly string[]): Record<string, string[]> {
  const some = (make: (name: string) => string, from = names) =>
    from
      .map(make)
      .filter((each) => each !== '')
      .slice(0, SAMPLES)
  const wordsOf = (name: string) => splitName(name).words.map(({ folded }) => folded)
  const several = names.filter((name) => wordsOf(name).length >= 3)
  const humps = (name: string) =>
    wordsOf(name).map((word, i) => (i === 0 ? word.slice(0, 1) : word.slice(0, 1).toUpperCase()))
  return {
    'whole name': some((name) => name),
    'first letter': some((name) => name.slice(0, 1)),
    '2 letters': some((name) => name.slice(0, 2)),
    '3 letters': some((name) => name.slice(0, 3)),
    '5 letters': some((name) => name.slice(0, 5)),
    'humps (nBF)': some((name) => humps(name).join(''), several),
    'humps (nbf)': some((name) => humps(name).join('').toLowerCase(), several),
    'later word': some((name) => wordsOf(name)[1] ?? '', several),
    'inside a word': some((name) => name.slice(1, 5)),
    nowhere: some((name) => `${name.slice(0, 4)}qzx`),
    'common words':
      'get set on is to constructor init render parse name value type node test error create update'.split(' '),
  }
}

/** What people type who leave letters out. */
export function withoutLetters(names: readonly string[]): Record<string, string[]> {
  const some = names.slice(0, SAMPLES)
  return {
    'one letter left out': some.map((name) => name.slice(0, 4) + name.slice(5, 8)),
    consonants: some.map(
      (name) =>
        name.slice(0, 1) +
        name
          .slice(1)
          .replaceAll(/[aeiou]/gi, '')
          .slice(0, 4),
    ),
    'common beginning': some.map((name) => `get${name.slice(-2)}`),
    nowhere: some.map((name) => `${name.slice(0, 3)}qzx`),
  }
}
