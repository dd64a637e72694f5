import type { ComponentChildren } from 'preact'
import { compareTexts } from 'codeshelf-follow/diff'
import { type Cell, splitRows } from '#base/diff/rows.ts'
import { toast } from '#browser/toast.ts'
import { mergedText } from '../../browser/saving/decide.ts'
import type { Trouble } from '../../browser/saving/entry.ts'
import { noteTextOf } from '../../browser/saving/fields.ts'
import { type Desk, startEditing } from './desk.ts'
import { fieldsOf, type Noted } from './noted.ts'

type Props = { desk: Desk; noted: Noted; conflict: Extract<Trouble, { kind: 'conflict' }> }

/** Shows both texts with a word diff. Nothing is sent until the user picks one of the three options. */
export function ConflictCard({ desk, noted, conflict }: Props) {
  const { book, t } = desk
  const { key, entry } = noted
  const mine = noteTextOf(fieldsOf(noted))
  const theirs = noteTextOf(conflict.theirs.fields)
  const withTitle = mine.title !== theirs.title
  const sides = compareSides(textOf(theirs, withTitle), textOf(mine, withTitle))

  const keepTheirs = () => {
    book.decide(key, { take: 'theirs' })
    toast({ text: t.setAside, action: { label: t.undo, run: () => book.change(key, mine), isUndo: true } })
  }
  const merge = () => {
    const content = mergedText(entry.value.base.fields.content, mine.content, theirs.content)
    book.decide(key, { take: 'text', content })
    startEditing(desk, key)
  }
  return (
    <div class="note-conflict stack gap-2" role="group" aria-label={t.conflictTitle}>
      <p class="strong">{t.conflictTitle}</p>
      <Side title={t.mine} kind="mine" lines={sides.mine} />
      <Side title={t.theirs} kind="theirs" lines={sides.theirs} />
      <div class="wraps gap-1">
        <button class="note-button tiny medium" type="button" onClick={() => book.decide(key, { take: 'mine' })}>
          {t.keepMine}
        </button>
        <button class="note-button tiny medium" type="button" onClick={keepTheirs}>
          {t.keepTheirs}
        </button>
        <button class="note-button tiny medium" type="button" onClick={merge}>
          {t.merge}
        </button>
      </div>
    </div>
  )
}

function textOf({ title, content }: { title: string; content: string }, withTitle: boolean): string {
  return withTitle ? `${title}\n${content}` : content
}

/** `whole`: the line has no counterpart, so all of it is marked. */
type Line = { cell: Cell; differs: 'whole' | 'words' | 'no' }

function compareSides(theirs: string, mine: string): { theirs: Line[]; mine: Line[] } {
  const sides: { theirs: Line[]; mine: Line[] } = { theirs: [], mine: [] }
  for (const row of splitRows(compareTexts(theirs, mine), Infinity)) {
    if (row.kind === 'skipped') continue
    const isPair = (row.a?.marks.length ?? 0) + (row.b?.marks.length ?? 0) > 0
    const differs = row.kind === 'same' ? 'no' : isPair ? 'words' : 'whole'
    if (row.a) sides.theirs.push({ cell: row.a, differs })
    if (row.b) sides.mine.push({ cell: row.b, differs })
  }
  return sides
}

function Side({ title, kind, lines }: { title: string; kind: 'mine' | 'theirs'; lines: readonly Line[] }) {
  const Mark = kind === 'mine' ? 'ins' : 'del'
  return (
    <section class={`note-side note-side-${kind}`} aria-label={title}>
      <p class="note-side-title">{title}</p>
      <div>
        {lines.map(({ cell, differs }) => (
          <p key={cell.line} dir="auto">
            {differs === 'whole' ? <Mark>{cell.text}</Mark> : marked(cell, Mark)}
          </p>
        ))}
      </div>
    </section>
  )
}

/** The words that differ. */
function marked({ text, marks }: Cell, Mark: 'ins' | 'del'): ComponentChildren {
  const parts: ComponentChildren[] = []
  let done = 0
  for (const [from, to] of marks) {
    parts.push(text.slice(done, from), <Mark key={from}>{text.slice(from, to)}</Mark>)
    done = to
  }
  return [...parts, text.slice(done)]
}
