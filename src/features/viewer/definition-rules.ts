const WORD = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`
const NAME = `(?<name>${WORD})`
/** `a.b`, `a::b`, `M:m`, `ready?` */
const LONG_NAME = String.raw`(?<name>${WORD}(?:(?:\.|::?)${WORD})*[?!]?)`
const TYPE = String.raw`${WORD}(?:(?:\.|::)${WORD})*(?:<[^()=]*>)?(?:\[\]|[?*&])*`
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
const NO_STATEMENT = `(?!${anyOf('if for foreach while switch catch with return do else new await using lock throw case super function')}\\b)`

const SCRIPT_METHOD = 'public private protected static async override readonly abstract get set'
const script = [
  defines('class interface enum namespace module', { after: 'export default declare abstract async const' }),
  line(String.raw`${some('export default declare async')}function\b\s*\*?\s*${NAME}`),
  line(String.raw`${some('export declare')}type\s+${NAME}\s*[<=]`),
  line(
    String.raw`(?:export\s+)?${anyOf('const let var')}\s+${NAME}\s*(?::[^=]*)?=\s*(?:async\b\s*)?(?:function\b|\(.*=>|\([^)]*$|${WORD}\s*=>)`,
  ),
  line(String.raw`${some(SCRIPT_METHOD)}[*#]?${NO_STATEMENT}${NAME}\s*(?:<[^>]*>)?\(.*\)\s*(?::[^=()]*)?\{\s*$`),
  line(String.raw`(?<name>${WORD}(?:\.${WORD})*)\s*=\s*(?:async\s*)?function\b`),
]

const MODIFIERS =
  'public private protected internal static final abstract sealed non-sealed virtual override async partial readonly unsafe extern ' +
  'default synchronized native open inner data inline suspend operator infix tailrec external companion annotation value enum ' +
  'fileprivate indirect mutating convenience required implicit case lazy class base'
const typedMethod = line(
  String.raw`${some(MODIFIERS)}(?:<[^()]*>\s+)?${NO_STATEMENT}${TYPE}\s+[*&]*${NO_STATEMENT}${NAME}\s*(?:<[^()]*>)?\(${HAS_BODY}`,
)
const constructor = line(String.raw`${anyOf('public private protected internal')}\s+${NAME}\s*\(${HAS_BODY}`)

/** In C a function starts its line, after its type or below it. Names with four capitals are macros. */
const plainFunctions = [
  new RegExp(String.raw`^(?!typedef\b)${NO_STATEMENT}(?:\w+[\s*]+)+(?<name>\w+)\s*\(${HAS_BODY}`),
  new RegExp(String.raw`^(?!static_assert\b)${NO_STATEMENT}(?!\w*[A-Z]{4})(?<name>\w+)\s*\(${HAS_BODY}`),
]

const sql = [
  new RegExp(
    String.raw`^\s*create\s+(?:(?:or\s+replace|unique|materialized|temporary|temp|unlogged)\s+)*` +
      String.raw`(?:table|view|function|procedure|trigger|type|index|domain|sequence|schema|policy)\s+` +
      String.raw`(?:(?:if\s+not\s+exists|concurrently)\s+)*(?<name>[\p{L}_][\p{L}\p{N}_.]*)`,
    'iu',
  ),
]

/**
 * What a definition looks like on a line of each grammar; the group `name` captures its name. Lines come without comments
 * and strings and are cut to some hundred characters, so no text makes a rule slow.
 */
const RULES: Readonly<Record<string, readonly RegExp[]>> = {
  bash: [line(String.raw`function\s+(?<name>[\w:.-]+)`), line(String.raw`(?<name>[\w:.-]+)\s*\(\s*\)`)],
  c: [line(String.raw`(?:typedef\s+)?${anyOf('struct union enum')}\s+${NAME}\s*(?:\{|$)`), ...plainFunctions],
  cpp: [
    line(
      String.raw`(?:template\s*<[^{;]*>\s*)?(?:typedef\s+)?(?:struct|union|enum(?: class| struct)?|class|namespace)\s+${LONG_NAME}${HAS_BODY}`,
    ),
    new RegExp(
      String.raw`^(?=\S)${NO_STATEMENT}(?:[\w:<>,*&\s]*[\s*&])?(?<name>[\w<>]+::~?\w+|operator\S+)\s*\(${HAS_BODY}`,
    ),
    typedMethod,
    ...plainFunctions,
  ],
  csharp: [
    defines(String.raw`class interface enum record\s+struct record\s+class record struct namespace`, {
      after: MODIFIERS,
      name: LONG_NAME,
    }),
    typedMethod,
    constructor,
  ],
  dart: [defines('class mixin enum extension typedef', { after: MODIFIERS }), typedMethod],
  elixir: [defines('defmodule defprotocol defimpl defmacro defmacrop defp def', { name: LONG_NAME })],
  go: [line(String.raw`func\s+(?:\([^)]*\)\s*)?${NAME}`), defines('type')],
  java: [defines('class interface enum record @interface', { after: MODIFIERS }), typedMethod, constructor],
  javascript: script,
  kotlin: [
    defines('class interface object typealias', { after: MODIFIERS }),
    line(String.raw`${some(MODIFIERS)}fun\s+(?:<[^>]*>\s*)?${LONG_NAME}\s*\(`),
  ],
  lua: [defines('function', { after: 'local', name: LONG_NAME })],
  makefile: [/^(?<name>[\w./%-]+)\s*:(?!=)/],
  perl: [defines('sub package', { name: LONG_NAME })],
  pgsql: sql,
  php: [
    defines('class interface trait enum', { after: MODIFIERS }),
    line(String.raw`${some(MODIFIERS)}function\s+&?${NAME}`),
  ],
  powershell: [line(String.raw`(?:function|filter|class|enum)\s+(?<name>[\w:-]+)`)],
  python: [defines('def class', { after: 'async cdef cpdef' })],
  r: [line(String.raw`(?<name>[\p{L}.][\p{L}\p{N}._]*)\s*(?:<-|=)\s*function\b`)],
  ruby: [defines('class module def', { name: LONG_NAME })],
  rust: [
    defines('fn struct enum trait mod union type macro_rules!', {
      after: String.raw`pub pub\([^)]*\) default const async unsafe extern`,
    }),
    line(String.raw`(?:unsafe\s+)?(?<name>impl\b[^{]*?)\s*(?:\bwhere\b.*|\{.*)?$`),
  ],
  scala: [defines('class object trait def enum', { after: MODIFIERS })],
  sql,
  swift: [
    defines('class struct enum protocol extension actor func typealias', { after: MODIFIERS, name: LONG_NAME }),
    line(String.raw`${some(MODIFIERS)}(?<name>init)\??\s*[(<]`),
  ],
  typescript: script,
}

export function definitionRules(grammar: string): readonly RegExp[] | undefined {
  return Object.hasOwn(RULES, grammar) ? RULES[grammar] : undefined
}
