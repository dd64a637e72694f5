const UNIQUE_VIOLATION = '23505'
const DEADLOCK = '40P01'
/** Citus adds the number of a shard to the name of an index. */
const SHARD = /_\d+$/

/** Somebody was quicker: the row that this statement wanted is taken. */
export function isTaken(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return false
  const { code, constraint: broken } = error
  return code === UNIQUE_VIOLATION && [broken, String(broken).replace(SHARD, '')].includes(constraint)
}

/** Two that waited for each other: nothing of this one was done. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DEADLOCK
}
