import type { LanguageFn, Mode } from 'highlight.js'
import markdown from 'highlight.js/lib/languages/markdown'

/** The search for the end of a span starts again at each mark, and a text may be full of marks: so it does not go far. */
const MAX_CHARS_PER_LINE = 200
const MAX_LINE_ENDS = 3
const LETTER = String.raw`[\p{L}\p{N}_]`
/** An empty line, a table row, a heading, a quote and a code block end a paragraph. */
const PARAGRAPH_END = String.raw`\n[ \t]*(?:\n|[|#>]|${'`'}{3}|~{3})`

type Span = { begin: string; end: string }

/** An underscore inside a word is part of the word, as CommonMark has it; an asterisk is not. */
const SPANS: Readonly<Record<string, readonly Span[]>> = {
  emphasis: [
    { begin: String.raw`(?<![\\*])\*(?![*\s])`, end: String.raw`(?<![\s*])\*(?!\*)` },
    { begin: String.raw`(?<!\\|${LETTER})_(?![_\s])`, end: String.raw`(?<![\s_])_(?!${LETTER})` },
  ],
  strong: [
    { begin: String.raw`(?<!\\)\*{2}(?!\s)`, end: String.raw`(?<!\s)\*{2}` },
    { begin: String.raw`(?<!\\|${LETTER})_{2}(?!\s)`, end: String.raw`(?<!\s)_{2}(?!${LETTER})` },
  ],
}

/**
 * The Markdown of highlight.js, whose emphasis and HTML elements begin without looking for their end: one `created_at` made the
 * rest of the file italic, its code blocks too.
 */
export const markdownGrammar: LanguageFn = (hljs) => {
  const grammar = markdown(hljs)
  return { ...grammar, unicodeRegex: true, contains: grammar.contains.map((mode) => closed(mode, MAX_LINE_ENDS)) }
}

/** The mode with spans that begin only where they also end, in the same paragraph. A heading is one line. */
function closed(mode: Mode, lineEnds: number): Mode {
  const inner = mode.className === 'section' ? 0 : lineEnds
  const modes = (list: readonly (Mode | 'self')[]) => list.map((each) => (each === 'self' ? each : closed(each, inner)))
  const spans = SPANS[mode.className ?? '']
  return {
    ...mode,
    ...(mode.contains && { contains: modes(mode.contains) }),
    ...(spans && { variants: spans.map((span) => closedSpan(span, lineEnds)) }),
    ...(!spans && mode.variants && { variants: mode.variants.map((each) => closed(each, inner)) }),
    ...(mode.subLanguage === 'xml' && { begin: `<(?=/?[A-Za-z_])${isFollowedBy('>', lineEnds)}` }),
  }
}

/** A link inside may swallow the closing mark: the span then ends with the paragraph. */
function closedSpan({ begin, end }: Span, lineEnds: number): Mode {
  return { begin: begin + isFollowedBy(end, lineEnds), end: `${end}|$(?=${PARAGRAPH_END})`, relevance: 0 }
}

function isFollowedBy(end: string, lineEnds: number): string {
  const line = String.raw`(?:(?!${end})[^\n]){0,${MAX_CHARS_PER_LINE}}`
  return String.raw`(?=${line}(?:(?!${PARAGRAPH_END})\n${line}){0,${lineEnds}}${end})`
}
