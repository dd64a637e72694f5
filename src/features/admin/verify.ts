export type Part = { kind: 'index' | 'constraint'; table: string; name: string; definition: string }
export type Verified = Part & { state: 'found' | 'missing' | 'different'; actual: string | null }

/** Each thing that the code relies on, against what the database has. What is there besides does no harm and is not told. */
export function verify(expected: readonly Part[], stored: readonly Part[]): Verified[] {
  const byName = new Map(stored.map((part) => [`${part.table}.${part.name}`, part.definition]))
  return expected.map((part) => {
    const actual = byName.get(`${part.table}.${part.name}`) ?? null
    const state = actual === null ? 'missing' : actual === part.definition ? 'found' : 'different'
    return { ...part, actual, state }
  })
}
