import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
} from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { openLinkAt } from '#base/named-link.ts'
import type { LinkSuggestion } from '#base/link-suggestion.ts'
import { call } from './api.ts'

/** Tab chooses, as in a note; where no list is open it indents. */
const tab = Prec.highest(keymap.of([{ key: 'Tab', run: acceptCompletion }]))

/** What a link that is being typed could mean. Only links are offered: the grammar of Markdown would offer the tags of HTML too. */
export function linkSuggestions(): Extension {
  // Without a delay: Tab would indent the line in the first moment of a list.
  return [autocompletion({ override: [suggest], icons: false, interactionDelay: 0, addToOptions: [place] }), tab, look]
}

type Offered = Completion & { ranges: number[]; place: string }

async function suggest(context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos } = context
  const line = state.doc.lineAt(pos)
  const open = openLinkAt(line.text, pos - line.from)
  if (!open || isCode(context)) return null
  const stop = new AbortController()
  context.addEventListener('abort', () => stop.abort())
  const url = `/api/links/suggest?q=${encodeURIComponent(open.typed.trim())}`
  const answer = await call<{ suggestions: LinkSuggestion[] }>('GET', url, { signal: stop.signal })
  if (answer.outcome !== 'done') return null
  const options = answer.data.suggestions.map((suggestion) => toOption(suggestion, state.phrase(suggestion.kind)))
  return { from: line.from + open.from, options, filter: false, getMatch: (option) => rangesOf(option) }
}

/** Brackets in code are no links: `[[ -f a ]]` in Bash. */
function isCode({ state, pos }: CompletionContext): boolean {
  for (let node = syntaxTree(state).resolveInner(pos, -1); node.parent; node = node.parent)
    if (/Code/.test(node.name)) return true
  return false
}

function toOption({ title, place: within, ranges, link }: LinkSuggestion, kind: string): Offered {
  return {
    label: title,
    ranges: ranges.flat(),
    place: [within, kind].filter(Boolean).join(' · '),
    apply: (view, option, from, to) => {
      const end = view.state.sliceDoc(to, to + 2) === ']]' ? to + 2 : to
      view.dispatch(insertCompletionText(view.state, link.slice(2), from, end))
    },
  }
}

function isOffered(option: Completion): option is Offered {
  return 'ranges' in option
}

function rangesOf(option: Completion): readonly number[] {
  return isOffered(option) ? option.ranges : []
}

const place = {
  position: 80,
  render: (option: Completion) => {
    const words = document.createElement('bdi')
    words.className = 'cm-completionPlace'
    words.textContent = isOffered(option) ? option.place : ''
    return words
  },
}

const look = EditorView.theme({
  '.cm-tooltip.cm-tooltip-autocomplete': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow-float)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    minWidth: 'min(20rem, 90vw)',
    maxWidth: 'min(36rem, 90vw)',
    maxHeight: '16rem',
    padding: 'var(--s1)',
    fontFamily: 'var(--sans)',
    fontSize: 'var(--text-s)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 'var(--s3)',
    minHeight: 'var(--control)',
    padding: '0 var(--s3)',
    borderRadius: '6px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--on-accent-soft)',
  },
  // Each name in its own direction, at the side of the list.
  '.cm-completionLabel': {
    flexGrow: '1',
    overflow: 'hidden',
    textAlign: 'match-parent',
    textOverflow: 'ellipsis',
    unicodeBidi: 'plaintext',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionPlace': {
    overflow: 'hidden',
    color: 'var(--muted)',
    fontSize: 'var(--text-xs)',
    textOverflow: 'ellipsis',
  },
})
