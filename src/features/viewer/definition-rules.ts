const WORD = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`
const NAME = `(?<name>${WORD})`
/** `a.b`, `a::b`, `M:m`, `ready?` */
const LONG_NAME = String.raw`(?<name>${WORD}(?:(?:\.|::?)${WORD})*[?!]?)`
const TYPE = String.raw`${WORD}(?:\.${WORD})*(?:<[^()=]*>)?\??`
/** The statement continues or its body begins: without a body it is a call or only a declaration. */
const HAS_BODY = String.raw`(?!.*;\s*$)`

function line(pattern: string): RegExp {
  return new RegExp(String.raw`^\s*${pattern}`, 'u')
}

function anyOf(words: string): string {
  return `(?:${words.split(' ').join('|')})`
}

/** Any number of these words. */
function some(words: string): string {
  return String.raw`(?:${anyOf(words)}\s+)*`
}

/** A line on which one of `words`, after any of some modifiers, introduces a name. */
function defines(words: string, { after, name = NAME }: { after?: string; name?: string } = {}): RegExp {
  return line(String.raw`${after === undefined ? '' : some(after)}${anyOf(words)}\s+${name}`)
}

/** Keywords that are also followed by brackets and a body. */
const NO_STATEMENT = `(?!${anyOf('if for while switch catch return do else new await throw case super')}\\b)`

const MODIFIERS =
  'public private protected internal static final abstract sealed override open inner data inline suspend operator infix tailrec external ' +
  'companion annotation value enum fileprivate indirect mutating convenience required implicit case lazy class base'
const typedMethod = line(
  String.raw`${some(MODIFIERS)}(?:<[^()]*>\s+)?${NO_STATEMENT}${TYPE}\s+${NO_STATEMENT}${NAME}\s*(?:<[^()]*>)?\(${HAS_BODY}`,
)

const sql = [
  new RegExp(
    String.raw`^\s*create\s+(?:(?:or\s+replace|unique|materialized|temporary|temp|unlogged)\s+)*` +
      String.raw`(?:table|view|function|procedure|trigger|type|index|domain|sequence|schema|policy)\s+` +
      String.raw`(?:(?:if\s+not\s+exists|concurrently)\s+)*(?<name>[\p{L}_][\p{L}\p{N}_.]*)`,
    'iu',
  ),
]

/**
 * What a definition looks like on a line, by the highlight.js grammar of languages that have no syntax tree; the group `name` captures its name. Lines come
 * without comments and strings and are cut to some hundred characters, so no text makes a rule slow.
 */
const RULES: Readonly<Record<string, readonly RegExp[]>> = {
  // For fish and Tcsh.
  bash: [line(String.raw`function\s+(?<name>[\w:.-]+)`), line(String.raw`(?<name>[\w:.-]+)\s*\(\s*\)`)],
  dart: [defines('class mixin enum extension typedef', { after: MODIFIERS }), typedMethod],
  elixir: [defines('defmodule defprotocol defimpl defmacro defmacrop defp def', { name: LONG_NAME })],
  kotlin: [
    defines('class interface object typealias', { after: MODIFIERS }),
    line(String.raw`${some(MODIFIERS)}fun\s+(?:<[^>]*>\s*)?${LONG_NAME}\s*\(`),
  ],
  lua: [defines('function', { after: 'local', name: LONG_NAME })],
  makefile: [/^(?<name>[\w./%-]+)\s*:(?!=)/],
  perl: [defines('sub package', { name: LONG_NAME })],
  pgsql: sql,
  // For Cython, Mojo, Sage and Snakemake.
  python: [defines('def class', { after: 'async cdef cpdef' })],
  r: [line(String.raw`(?<name>[\p{L}.][\p{L}\p{N}._]*)\s*(?:<-|=)\s*function\b`)],
  scala: [defines('class object trait def enum', { after: MODIFIERS })],
  sql,
  swift: [
    defines('class struct enum protocol extension actor func typealias', { after: MODIFIERS, name: LONG_NAME }),
    line(String.raw`${some(MODIFIERS)}(?<name>init)\??\s*[(<]`),
  ],
}

export function definitionRules(grammar: string): readonly RegExp[] | undefined {
  return Object.hasOwn(RULES, grammar) ? RULES[grammar] : undefined
}
