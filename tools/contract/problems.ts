import type { ESTree } from 'rolldown/utils'
import { typeFields } from '../event-fields.ts'
import type { Source } from './source.ts'
import type { Declared, Sources } from './sources.ts'

/** A problem as `problem(status, code, words, wire)` declares it. */
export type DeclaredProblem = {
  status: number
  code: string
  /** The text of `error`, where it is not the code. */
  wire: string
  english: string
  /** Fields of the answer beyond the common ones. */
  fields: string[]
  path: string
}

export function listProblems({ all }: Sources): DeclaredProblem[] {
  return all.flatMap((source) =>
    [...source.values.keys()].flatMap((name) => {
      const problem = readProblem({ source, name })
      return problem ? [problem] : []
    }),
  )
}

export function readProblem({ source, name }: Declared): DeclaredProblem | null {
  const call = source.values.get(name)
  if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier' || call.callee.name !== 'problem')
    return null
  const [status, code, words, wire] = call.arguments
  if (status?.type !== 'Literal' || typeof status.value !== 'number') return null
  if (code?.type !== 'Literal' || typeof code.value !== 'string') return null
  return {
    status: status.value,
    code: code.value,
    wire: wire?.type === 'Literal' && typeof wire.value === 'string' ? wire.value : code.value,
    english: englishOf(source, words),
    fields: fieldsOf(source, call),
    path: source.path,
  }
}

function englishOf(source: Source, given: ESTree.Argument | undefined): string {
  const words = given?.type === 'Identifier' ? source.values.get(given.name) : given
  if (words?.type !== 'ObjectExpression') return ''
  for (const property of words.properties) {
    const isEnglish = property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'en'
    if (isEnglish && property.value.type === 'Literal' && typeof property.value.value === 'string')
      return property.value.value
  }
  return ''
}

function fieldsOf({ aliases }: Source, { typeArguments }: ESTree.CallExpression): string[] {
  const [type] = typeArguments?.params ?? []
  return type ? typeFields(type, aliases) : []
}
