export type Part = { kind: 'index' | 'constraint'; table: string; name: string; definition: string }
export type Verified = Part & { state: 'found' | 'missing' | 'different'; actual: string | null }

/** Compares the indexes and constraints that the code requires with those of the database. Extra ones are ignored. */
export function verify(expected: readonly Part[], stored: readonly Part[]): Verified[] {
  const byName = new Map(stored.map((part) => [`${part.table}.${part.name}`, part.definition]))
  return expected.map((part) => {
    const actual = byName.get(`${part.table}.${part.name}`) ?? null
    const state = actual === null ? 'missing' : actual === part.definition ? 'found' : 'different'
    return { ...part, actual, state }
  })
}
