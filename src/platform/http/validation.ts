import { z } from 'zod'
import { Problem } from '../problem.ts'
import { type InputContext, invalidInput, invalidPayload } from './problems.ts'

/** One zod issue as the type provider passes it on. */
const Entry = z.object({
  keyword: z.string(),
  instancePath: z.string(),
  params: z.object({
    maximum: z.coerce.number().optional(),
    minimum: z.coerce.number().optional(),
    values: z.array(z.unknown()).optional(),
    keys: z.array(z.string()).optional(),
    params: z.object({ problem: z.instanceof(Problem).optional() }).optional(),
  }),
})

/**
 * Maps a schema failure to a problem. A schema may name one itself:
 * `.refine(check, { params: { problem: contentTooLong({ max }) } })`.
 */
export function validationProblem(error: {
  validation: readonly unknown[]
  validationContext?: string | undefined
}): Problem {
  const entry = Entry.parse(error.validation[0])
  if (entry.params.params?.problem) return entry.params.params.problem
  const path = entry.instancePath.slice(1)
  if (path === '' && entry.keyword === 'invalid_type' && error.validationContext === 'body') return invalidPayload({})
  const field = [path, entry.params.keys?.[0]].filter(Boolean).join('/').replaceAll('/', '.')
  return invalidInput({ field: field || (error.validationContext ?? 'request'), ...bounds(entry.params) })
}

function bounds({ maximum, minimum, values }: z.output<typeof Entry>['params']): Omit<InputContext, 'field'> {
  return {
    ...(isMeant(maximum) && { max: maximum }),
    ...(isMeant(minimum) && { min: minimum }),
    ...(values !== undefined && { allowed: values }),
  }
}

/** Every integer has the bounds of exact arithmetic; those are not limits of ours. */
function isMeant(bound: number | undefined): bound is number {
  return bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
}
