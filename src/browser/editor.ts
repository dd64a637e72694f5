import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { isMarkdown, proseKind } from '#base/language/language.ts'
import { codeDirection, proseDirection } from './editor-bidi.ts'
import { keepCaret } from './editor-caret.ts'
import { editorMarks, type EditorMark, revealLine, showMarks } from './editor-marks.ts'
import { loadLanguage } from './editor-languages.ts'
import { type EditorLines, editorLines } from './editor-lines.ts'
import { editorTheme } from './editor-theme.ts'

/** A code editor. Its text has LF line ends, whatever was put in. */
export type CodeEditor = {
  text: () => string
  /** As one undoable step. */
  setText: (text: string) => void
  setLanguage: (name: string) => Promise<void>
  /** Underlines ranges of the text; an empty list removes the underlines. */
  mark: (marks: readonly EditorMark[]) => void
  /** Moves to a line, counted from one. */
  reveal: (line: number) => void
  lines: EditorLines
  focus: () => void
  /** Selects from `anchor` to `head`, where the caret is, and moves the focus here. */
  select: (range: { anchor: number; head: number }) => void
  close: () => void
}

export type EditorOptions = {
  text: string
  label: string
  /** Id of the element that describes how to leave the editor with the keyboard. */
  describedBy: string
  /** The content security policy allows only styles with this nonce. */
  styleNonce: string
  /** Texts of the search panel. */
  phrases: Record<string, string>
  onChange: () => void
  /** Keys that this editor overrides: `Mod-Enter`. */
  keys?: Readonly<Record<string, () => void>>
}

export function openEditor(host: HTMLElement, options: EditorOptions): CodeEditor {
  const language = new Compartment()
  const lines = editorLines()
  const view = new EditorView({
    parent: host,
    state: EditorState.create({
      doc: options.text,
      extensions: [extensions(options), lines.extension, language.of(codeDirection())],
    }),
  })
  let asked = ''
  return {
    text: () => view.state.doc.toString(),
    setText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    setLanguage: async (name) => {
      if (name === asked) return
      asked = name
      const direction = proseKind(name) ? proseDirection() : codeDirection()
      const [support, links] = await Promise.all([loadLanguage(name), isMarkdown(name) ? loadLinks() : []])
      // Another language was requested while this one was loading.
      if (name !== asked) return
      view.dispatch({ effects: language.reconfigure([direction, support ?? [], links]) })
    },
    mark: (marks) => showMarks(view, marks),
    reveal: (line) => revealLine(view, line),
    lines: lines.of(view),
    focus: () => view.focus(),
    select: (selection) => {
      view.dispatch({ selection, scrollIntoView: true })
      view.focus()
    },
    close: () => view.destroy(),
  }
}

/** The grammar of Markdown has loaded most of this script already. */
async function loadLinks(): Promise<Extension> {
  return (await import('./editor-links.ts')).linkSuggestions()
}

const STANDARD_INDENT = 4

/** The user's editor settings, embedded in the page. */
function readChoice(): { wraps: boolean; indent: number; textSize: number } | null {
  const text = document.body.dataset['editor']
  return text === undefined ? null : (JSON.parse(text) as ReturnType<typeof readChoice>)
}

function extensions({ text, label, describedBy, styleNonce, phrases, onChange, keys = {} }: EditorOptions) {
  const chosen = readChoice()
  return [
    EditorView.cspNonce.of(styleNonce),
    EditorState.phrases.of(phrases),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-describedby': describedBy,
      autocapitalize: 'off',
      // Some tools do not count `contenteditable` as focusable, and then the box around it scrolls out of reach of the keyboard.
      tabindex: '0',
    }),
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
    editorTheme,
    editorMarks,
    keepCaret,
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange()
    }),
  ]
}

/** Detects the indentation of the text: tabs, or the spaces of its first indented line; else the given default. */
function indentOf(text: string, spaces: number): string {
  const first = /^(\t| {2,8})\S/m.exec(text)?.[1]
  return first ?? ' '.repeat(spaces)
}
