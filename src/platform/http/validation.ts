import type { FastifySchemaCompiler } from 'fastify'
import { type $ZodIssue, type $ZodType, type ParseContext, safeDecode } from 'zod/v4/core'
import { Problem } from '../problem.ts'
import { type InputContext, invalidInput, invalidPayload } from './problems.ts'

/**
 * Stops at the first issue, and only that one is reported: a list of 20,000 wrong items would hold the event loop for a tenth of
 * a second. zod sets this option itself in `validate`, which returns no issues; its type is internal.
 */
const FIRST_ISSUE_ONLY = { abortEarly: true } as ParseContext<$ZodIssue>

/** Validates bodies, queries and path parameters by their zod schema. */
export const validateWithZod: FastifySchemaCompiler<$ZodType> =
  ({ schema, httpPart = 'request' }) =>
  (data: unknown) => {
    const { success, data: value, error } = safeDecode(schema, data, FIRST_ISSUE_ONLY)
    return success ? { value } : { error: validationProblem(error.issues[0], httpPart) }
  }

/** The problem of an issue. `part` names the whole input: `body`, `querystring`, `arguments`. */
export function validationProblem(issue: $ZodIssue | undefined, part: string): Problem {
  if (issue?.code === 'custom' && issue.params?.['problem'] instanceof Problem) return issue.params['problem']
  const path = issue?.path ?? []
  if (path.length === 0 && issue?.code === 'invalid_type' && part === 'body') return invalidPayload({})
  const key = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  return invalidInput({ field: [...path, ...key].map(String).join('.') || part, ...boundsOf(issue) })
}

function boundsOf(issue: $ZodIssue | undefined): Omit<InputContext, 'field'> {
  if (issue?.code === 'invalid_value') return { allowed: issue.values }
  if (issue?.code === 'too_big' && isMeant(issue.maximum)) return { max: Number(issue.maximum) }
  if (issue?.code === 'too_small' && isMeant(issue.minimum)) return { min: Number(issue.minimum) }
  return {}
}

/** Every integer has the bounds of exact arithmetic; those are not limits of ours. */
function isMeant(bound: number | bigint): boolean {
  return Math.abs(Number(bound)) < Number.MAX_SAFE_INTEGER
}

/** Parses with a schema outside of a route, for tools and webhooks; stops at the first issue too. */
export function decodeFirst<Schema extends $ZodType>(schema: Schema, data: unknown) {
  return safeDecode(schema, data as never, FIRST_ISSUE_ONLY)
}
