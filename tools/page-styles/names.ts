import { type ESTree, Visitor, parseSync } from 'rolldown/utils'

type Span = { start: number; end: number }
type Text = Span & { value: string }

/** Every class and id, such as `.note` and `#code`, that a module can give to an element. The class `is-${kind}` gives `.is-`. */
export function namesIn(path: string, text: string): string[] {
  const { program } = parseSync(path, text)
  const [classes, ids]: [Span[], Span[]] = [[], []]
  const [literals, parts]: [Text[], Text[]] = [[], []]
  const add = (name: string, span: Span) => {
    if (/^class(Name|es)?$|Class$/.test(name)) classes.push(span)
    if (name === 'id') ids.push(span)
  }
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && value) add(name.name, value)
    },
    Property: ({ key, value }) => add(nameOf(key), value),
    AssignmentExpression: ({ left, right }) => {
      if (left.type === 'MemberExpression') add(nameOf(left.property), right)
    },
    VariableDeclarator: ({ id, init }) => {
      if (init) add(nameOf(id), init)
    },
    CallExpression: ({ callee, arguments: given }) => {
      if (callee.type === 'MemberExpression' && isClassList(callee.object)) classes.push(...given)
    },
    Literal: ({ value, start, end }) => {
      if (typeof value === 'string') literals.push({ value, start, end })
    },
    TemplateElement: ({ value, start, end }) => parts.push({ value: value.raw, start, end }),
  }).visit(program)
  const classNames = [...literals, ...parts].filter(within(classes)).flatMap(({ value }) => value.split(/\s+/))
  const idNames = literals.filter(within(ids)).map(({ value }) => value)
  return [...classNames.map((name) => `.${name}`), ...idNames.map((name) => `#${name}`)]
}

const within = (spans: readonly Span[]) => (one: Span) =>
  spans.some(({ start, end }) => start <= one.start && one.end <= end)

function isClassList(node: ESTree.Node): boolean {
  return node.type === 'MemberExpression' && nameOf(node.property) === 'classList'
}

function nameOf(node: ESTree.Node): string {
  return node.type === 'Identifier' ? node.name : ''
}
