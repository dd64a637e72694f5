import { describe, expect, test } from 'vitest'
import { withoutNames } from './sync-error.ts'

describe('withoutNames', () => {
  test.each([
    [
      "fatal: unable to access 'https://git.example/dana/secret.git/': Failed to connect",
      'fatal: unable to access …: Failed to connect',
    ],
    ['remote: Repository dana/secret not found', 'remote: Repository … not found'],
    ["fatal: couldn't find remote ref refs/heads/plan-b", "fatal: couldn't find remote ref …"],
    ['fatal: Remote branch plan-b not found in upstream origin', 'fatal: Remote branch … not found in upstream origin'],
    ['error: RPC failed; HTTP 429 curl 22', 'error: RPC failed; HTTP 429 curl 22'],
  ])('%s', (stderr, logged) => {
    expect(withoutNames(stderr)).toBe(logged)
  })
})
