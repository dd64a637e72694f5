import { type ESTree, parseSync, Visitor } from 'rolldown/utils'

/** The fields of every event that a source file declares, by its name; `count?` may be missing. */
export function eventFields(path: string, source: string): Map<string, string[]> {
  const { program } = parseSync(path, source)
  const aliases = new Map<string, ESTree.TSType>()
  const calls: ESTree.CallExpression[] = []
  new Visitor({
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => void aliases.set(id.name, typeAnnotation),
    CallExpression: (call) => void calls.push(call),
  }).visit(program)
  return new Map(calls.flatMap((call) => declared(call, aliases)))
}

/** `event('error')<Fields>('name', '…')` */
function declared(call: ESTree.CallExpression, aliases: ReadonlyMap<string, ESTree.TSType>): [string, string[]][] {
  const { callee, arguments: given, typeArguments } = call
  const isEvent =
    callee.type === 'CallExpression' && callee.callee.type === 'Identifier' && callee.callee.name === 'event'
  const [name] = given
  if (!isEvent || name?.type !== 'Literal' || typeof name.value !== 'string') return []
  const [type] = typeArguments?.params ?? []
  return [[name.value, type ? typeFields(type, aliases) : []]]
}

/** The property names of an object type, as written; `count?` may be missing. */
export function typeFields(type: ESTree.TSType, aliases: ReadonlyMap<string, ESTree.TSType>): string[] {
  if (type.type === 'TSIntersectionType') return type.types.flatMap((part) => typeFields(part, aliases))
  if (type.type === 'TSTypeReference' && type.typeName.type === 'Identifier') {
    const alias = aliases.get(type.typeName.name)
    return alias ? typeFields(alias, aliases) : []
  }
  if (type.type !== 'TSTypeLiteral') return []
  return type.members.flatMap((member) =>
    member.type === 'TSPropertySignature' && member.key.type === 'Identifier'
      ? [member.optional ? `${member.key.name}?` : member.key.name]
      : [],
  )
}
