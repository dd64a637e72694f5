import { pino } from 'pino'
import { expect, test } from 'vitest'
import { LOG_OPTIONS } from './log.ts'

function logged(error: unknown): string {
  const lines: string[] = []
  pino(LOG_OPTIONS, { write: (line: string) => void lines.push(line) }).error({ err: error }, 'failed')
  return lines.join('')
}

test('the logger writes kind, message and stack of an error, and none of its other properties', () => {
  const error = Object.assign(new Error('violates check constraint "c"'), {
    code: '23514',
    constraint: 'c',
    detail: 'Failing row contains (1000, secret text).',
    where: 'COPY files, line 1: "secret text"',
    config: { headers: { authorization: 'Bearer secret text' } },
  })
  const line = logged(error)
  expect(JSON.parse(line)).toMatchObject({
    err: { type: 'Error', message: 'violates check constraint "c"', code: '23514', constraint: 'c' },
  })
  expect(line).toContain('log.test.ts')
  expect(line).not.toContain('secret text')
})

test('the logger removes values that a data exception quotes, also from the stack and from causes', () => {
  const cause = Object.assign(new Error('invalid input syntax for type bigint: "secret text"'), { code: '22P02' })
  const line = logged(new Error('could not save', { cause }))
  expect(line).toContain('invalid input syntax for type bigint')
  expect(line).not.toContain('secret text')
})
