/** What waits in a queue of rows: how many are due, and since when the oldest one. */
export type Backlog = { due: number; oldest: Date | null }
