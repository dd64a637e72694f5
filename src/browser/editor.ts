import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { isMarkdown, PLAIN_TEXT } from '#base/language/language.ts'
import { codeDirection, proseDirection } from './editor-bidi.ts'
import { editorMarks, type EditorMark, revealLine, showMarks } from './editor-marks.ts'
import { loadLanguage } from './editor-languages.ts'
import { editorLook } from './editor-theme.ts'

/** A box to write code in. Its text has newlines for line ends, whatever was put in. */
export type CodeEditor = {
  text: () => string
  /** As one step that undo takes back. */
  setText: (text: string) => void
  setLanguage: (name: string) => Promise<void>
  /** Underlines stretches of the text; an empty list takes the lines away. */
  mark: (marks: readonly EditorMark[]) => void
  /** Goes to a line, counted from one. */
  reveal: (line: number) => void
  focus: () => void
  close: () => void
}

export type EditorOptions = {
  text: string
  label: string
  /** Of the element that says how to leave with the keyboard. */
  describedBy: string
  /** The content security policy lets in only styles that carry it. */
  styleNonce: string
  /** The search panel's words. */
  phrases: Record<string, string>
  onChange: () => void
  /** Keys that mean something else in this editor: `Mod-Enter`. */
  keys?: Readonly<Record<string, () => void>>
}

export function openEditor(host: HTMLElement, options: EditorOptions): CodeEditor {
  const language = new Compartment()
  const view = new EditorView({
    parent: host,
    state: EditorState.create({ doc: options.text, extensions: [extensions(options), language.of(codeDirection())] }),
  })
  let asked = ''
  return {
    text: () => view.state.doc.toString(),
    setText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    setLanguage: async (name) => {
      if (name === asked) return
      asked = name
      const direction = isMarkdown(name) || name === PLAIN_TEXT ? proseDirection() : codeDirection()
      const support = await loadLanguage(name)
      // Another one was asked for while this one was on its way.
      if (name !== asked) return
      view.dispatch({ effects: language.reconfigure(support ? [direction, support] : direction) })
    },
    mark: (marks) => showMarks(view, marks),
    reveal: (line) => revealLine(view, line),
    focus: () => view.focus(),
    close: () => view.destroy(),
  }
}

const STANDARD_INDENT = 4

/** What the person set on /settings; the page brings it along. */
function readChoice(): { wraps: boolean; indent: number; textSize: number } | null {
  const text = document.body.dataset['editor']
  return text === undefined ? null : (JSON.parse(text) as ReturnType<typeof readChoice>)
}

function extensions({ text, label, describedBy, styleNonce, phrases, onChange, keys = {} }: EditorOptions) {
  const chosen = readChoice()
  return [
    EditorView.cspNonce.of(styleNonce),
    EditorState.phrases.of(phrases),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy, autocapitalize: 'off' }),
    lineNumbers(),
    highlightSpecialChars(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    history(),
    indentOnInput(),
    indentUnit.of(indentOf(text, chosen?.indent ?? STANDARD_INDENT)),
    bracketMatching(),
    search({ top: true }),
    keymap.of(Object.entries(keys).map(([key, act]) => ({ key, run: () => (act(), true) }))),
    keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, indentWithTab]),
    ...(chosen?.wraps ? [EditorView.lineWrapping] : []),
    ...(chosen ? [EditorView.theme({ '&': { fontSize: `${chosen.textSize}px` } })] : []),
    editorLook,
    editorMarks,
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange()
    }),
  ]
}

/** How the text is indented already: by tabs, or by as many spaces as its first indented line has; else as asked. */
function indentOf(text: string, spaces: number): string {
  const first = /^(\t| {2,8})\S/m.exec(text)?.[1]
  return first ?? ' '.repeat(spaces)
}
