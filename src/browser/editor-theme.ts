import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The classes and colours of the file view, so that a file looks the same when read and edited. */
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.definitionKeyword], class: 'code-keyword' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.attributeValue], class: 'code-string' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color], class: 'code-number' },
  { tag: [tags.comment, tags.meta, tags.quote], class: 'code-comment' },
  {
    tag: [
      tags.function(tags.variableName),
      tags.propertyName,
      tags.attributeName,
      tags.className,
      tags.typeName,
      tags.tagName,
      tags.link,
      tags.url,
    ],
    class: 'code-function',
  },
  { tag: tags.heading, class: 'code-heading' },
  { tag: tags.strong, class: 'code-strong' },
  { tag: tags.emphasis, class: 'code-emphasis' },
])

/** Our tokens apply to all three themes. Not in a style sheet, because the editor's own rules are outside our layers. */
const look = EditorView.theme({
  '&': { backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: 'var(--text-s)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', fontVariantLigatures: 'none' },
  '.cm-content': { caretColor: 'var(--accent)', paddingBlock: 'var(--s3)' },
  '.cm-line': { paddingInline: 'var(--s3)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--code-comment)', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2.5rem', paddingInlineStart: 'var(--gutter-start, var(--s3))' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--sunken)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', color: 'var(--on-accent-soft)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--danger-soft)', color: 'var(--danger)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-soft)', outline: '2px solid var(--accent)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-specialChar': { color: 'var(--danger)' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--text)', fontFamily: 'var(--sans)' },
  '.cm-panel.cm-search': { padding: 'var(--s2) var(--s3)', fontSize: 'var(--text-s)' },
  '.cm-panel.cm-search label': { fontSize: 'inherit', marginInlineEnd: 'var(--s3)' },
  '.cm-panel.cm-search input[type=checkbox]': { marginInline: '0 var(--s1)' },
  // The panel's own rule sets a physical side; ours follows the page direction.
  '.cm-panel.cm-search [name=close]': { right: 'auto', insetInlineEnd: 'var(--s2)', fontSize: 'var(--text-l)' },
  '.cm-panels-top': { borderBlockEnd: '1px solid var(--line)' },
  '.cm-textfield': {
    fontSize: 'inherit',
    borderRadius: 'var(--radius-s)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    color: 'inherit',
  },
  '.cm-button': {
    fontSize: 'inherit',
    borderRadius: 'var(--radius-s)',
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line-control)',
  },
  // A whole string is one isolate, below; its coloured parts must not be isolates of their own.
  '.code-string, .code-comment': { unicodeBidi: 'normal' },
  '.cm-isolate': { unicodeBidi: 'isolate', direction: 'ltr' },
  '.cm-isolate-rtl': { unicodeBidi: 'isolate', direction: 'rtl' },
  '.code-heading, .code-strong': { fontWeight: '600' },
  '.code-emphasis': { fontStyle: 'italic' },
})

export const editorTheme = [look, syntaxHighlighting(colours)]
