import { expect } from 'vitest'
import { z } from 'zod'
import { pathOf } from '#platform/http/error-responses.ts'

const RequestLine = z.object({ msg: z.literal('request'), method: z.string(), route: z.string(), status: z.int() })
const Operation = z.object({ responses: z.record(z.string(), z.unknown()) })
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

/** `GET /api/files 200` of every answer that a test file got, as the log says it. */
const answered = new Set<string>()

export function witnessAnswer(line: string): void {
  if (!line.includes('"msg":"request"')) return
  const { method, route, status } = RequestLine.parse(JSON.parse(line))
  answered.add(`${method} ${route} ${status}`)
}

/** Of the last application; they all have the same routes. */
let document: unknown = null

export function witnessDocument(openApi: unknown): void {
  document = openApi
}

/** Every answer of the file that ends has a status that the OpenAPI document declares for its operation. */
export function checkAnswers(): void {
  const undeclared = document === null ? [] : undeclaredAnswers(document)
  answered.clear()
  expect(undeclared).toEqual([])
}

function undeclaredAnswers(document: unknown): string[] {
  const { paths } = Document.parse(document)
  return [...answered].filter((line) => {
    const [method = '', route = '', status = ''] = line.split(' ')
    const operation = paths[pathOf(route)]?.[method.toLowerCase()]
    // Not of the operation: redirects of a browser, methods that the path does not have, and the full disk of the database.
    return operation && !['302', '303', '405', '507'].includes(status) && !(status in operation.responses)
  })
}
