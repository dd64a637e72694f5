import { StreamLanguage, type LanguageSupport, type StreamParser } from '@codemirror/language'

type Support = LanguageSupport | StreamLanguage<unknown>
type Load = () => Promise<Support>

/** Legacy grammars parse line by line: small, and good enough for colours and comments. */
function stream<State>(load: () => Promise<StreamParser<State>>): Load {
  return async () => StreamLanguage.define(await load())
}

const javascript = (config: { typescript?: boolean; jsx?: boolean }) => async () =>
  (await import('@codemirror/lang-javascript')).javascript(config)
const json: Load = async () => (await import('@codemirror/lang-json')).json()
const markdown: Load = async () => (await import('@codemirror/lang-markdown')).markdown()
const clike = () => import('@codemirror/legacy-modes/mode/clike')
const xml = stream(async () => (await import('@codemirror/legacy-modes/mode/xml')).xml)
const sql = stream(async () => (await import('@codemirror/legacy-modes/mode/sql')).standardSQL)
const shell = stream(async () => (await import('@codemirror/legacy-modes/mode/shell')).shell)

/** Each is a chunk of its own, loaded when such a text is opened. Other languages stay uncoloured. */
const LOADERS: Readonly<Record<string, Load>> = {
  JavaScript: javascript({ jsx: true }),
  TypeScript: javascript({ typescript: true }),
  TSX: javascript({ typescript: true, jsx: true }),
  Python: async () => (await import('@codemirror/lang-python')).python(),
  HTML: async () => (await import('@codemirror/lang-html')).html(),
  CSS: async () => (await import('@codemirror/lang-css')).css(),
  JSON: json,
  'JSON with Comments': javascript({}),
  Markdown: markdown,
  MDX: markdown,
  RMarkdown: markdown,
  XML: xml,
  SVG: xml,
  SQL: sql,
  PLpgSQL: sql,
  Shell: shell,
  C: stream(async () => (await clike()).c),
  'C++': stream(async () => (await clike()).cpp),
  'C#': stream(async () => (await clike()).csharp),
  Java: stream(async () => (await clike()).java),
  Kotlin: stream(async () => (await clike()).kotlin),
  Dart: stream(async () => (await clike()).dart),
  Go: stream(async () => (await import('@codemirror/legacy-modes/mode/go')).go),
  Rust: stream(async () => (await import('@codemirror/legacy-modes/mode/rust')).rust),
  Ruby: stream(async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby),
  YAML: stream(async () => (await import('@codemirror/legacy-modes/mode/yaml')).yaml),
  TOML: stream(async () => (await import('@codemirror/legacy-modes/mode/toml')).toml),
  Dockerfile: stream(async () => (await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile),
}

export async function loadLanguage(name: string): Promise<Support | null> {
  const load = LOADERS[name]
  return load ? load() : null
}
