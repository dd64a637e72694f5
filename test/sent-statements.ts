import { expect } from 'vitest'
import { SHARDING } from '../db/sharding.ts'
import { checkStatement } from './architecture/statements.ts'

/** Every statement that the tests of one file send. */
const statements = new Set<string>()

export function witnessStatement(sql: string): void {
  statements.add(sql)
}

/** The statements of the file that ends are held against the sharding rules. */
export function checkStatements(): void {
  const complaints = [...statements].flatMap((sql) =>
    checkStatement(sql, SHARDING).map((complaint) => ({ complaint, sql })),
  )
  statements.clear()
  expect(complaints).toEqual([])
}
