import { describe, expect, it } from 'vitest'
import { isDue, type Proof, stateOf } from './proof.ts'

const at = (text: string) => new Date(`2026-11-${text}:00.000Z`)

describe('isDue decides about the nightly backup', () => {
  it.each([
    { situation: 'never tried', now: at('15T14:00'), last: null, due: true },
    { situation: 'tried tonight', now: at('15T14:00'), last: at('15T02:10'), due: false },
    { situation: 'the hour has not come', now: at('15T01:59'), last: at('14T02:10'), due: false },
    { situation: 'the hour has come', now: at('15T02:00'), last: at('14T02:10'), due: true },
    { situation: 'tonight was slept through', now: at('15T09:00'), last: at('14T02:10'), due: true },
    {
      situation: 'by hand in the evening does not count for the night',
      now: at('15T02:00'),
      last: at('14T22:00'),
      due: true,
    },
    { situation: 'a failed try is not repeated the same night', now: at('15T02:30'), last: at('15T02:00'), due: false },
  ])('$situation: $due', ({ now, last, due }) => {
    expect(isDue(now, 2, last)).toBe(due)
  })
})

const proof = (startedAt: Date, result: Proof['result']): Proof => ({
  startedAt,
  endedAt: startedAt,
  backup: 'b',
  sizeBytes: 1,
  tableCount: 1,
  rowCount: 1,
  backupMs: 1,
  restoreMs: 1,
  result,
  detail: '',
})

describe('stateOf derives the state that admins see', () => {
  const good = proof(at('15T02:00'), 'proven')
  const bad = proof(at('15T03:00'), 'different')
  it.each([
    { situation: 'nothing yet', proven: null, last: null, state: 'never' },
    { situation: 'only a failure', proven: null, last: bad, state: 'never' },
    { situation: 'last night', proven: good, last: good, state: 'fresh' },
    { situation: 'one before a failure', proven: good, last: bad, state: 'failing' },
    { situation: 'too long ago', proven: proof(at('13T02:00'), 'proven'), last: bad, state: 'old' },
  ])('$situation: $state', ({ proven, last, state }) => {
    expect(stateOf(at('15T09:30'), proven, last).state).toBe(state)
  })
})
