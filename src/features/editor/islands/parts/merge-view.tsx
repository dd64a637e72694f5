import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { compareTexts } from 'codeshelf-follow/diff'
import { type UnifiedRow, unifiedRows } from '#base/diff/rows.ts'
import type { Locale } from '#base/messages.ts'
import { type Choice, countConflicts, mergedText } from '../../merge-choice.ts'
import { editorMessages } from '../../messages.ts'
import { Action } from './action.tsx'
import { MergeParts } from './merge-parts.tsx'
import type { Conflict, Words } from './session.ts'

type Props = { locale: Locale; conflict: Conflict; take: (text: string, then: 'save' | 'edit') => Promise<void> }

/** The file was saved elsewhere while it was open here. Both texts stay until the user has decided. */
export function MergeView({ locale, conflict: { merge, mine, version }, take }: Props) {
  const t = editorMessages(locale)
  const parts = merge.outcome === 'conflict' ? merge.parts : []
  const choices = useSignal<readonly (Choice | undefined)[]>([])
  const text = useComputed(() => (merge.outcome === 'clean' ? merge.text : mergedText(parts, choices.value)))
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const count = countConflicts(parts)
  const left = count - choices.value.filter((choice) => choice !== undefined).length
  const all = (choice: Choice) => (choices.value = Array.from({ length: count }, () => choice))
  return (
    <section class="merge stack gap-3" aria-labelledby="merge-title">
      <h2 id="merge-title" ref={title} tabIndex={-1}>
        {t.mergeTitle(version)}
      </h2>
      <p>{merge.outcome === 'clean' ? t.mergeClean : t.mergeConflict(count)}</p>
      {merge.outcome === 'clean' ? (
        <MergedDiff mine={mine} text={merge.text} t={t} />
      ) : (
        <MergeParts parts={parts} choices={choices.value} choose={(next) => (choices.value = next)} t={t} />
      )}
      <div class="actions merge-actions">
        <Action kind="primary" disabled={text.value === null} run={() => take(text.value ?? mine, 'save')}>
          {t.mergeSave}
        </Action>
        <Action disabled={text.value === null} run={() => take(text.value ?? mine, 'edit')}>
          {t.mergeEdit}
        </Action>
        {count > 1 && <Action run={() => all('mine')}>{t.allMine}</Action>}
        {count > 1 && <Action run={() => all('theirs')}>{t.allTheirs}</Action>}
        <span class="meta" role="status">
          {left > 0 && t.undecided(left)}
        </span>
      </div>
    </section>
  )
}

/** The diff from the text in the editor to the other text. */
function MergedDiff({ mine, text, t }: { mine: string; text: string; t: Words }) {
  return (
    <div class="merge-diff">
      {unifiedRows(compareTexts(mine, text), 2).map((row, position) => (
        <DiffRow key={position} row={row} t={t} />
      ))}
    </div>
  )
}

function DiffRow({ row, t }: { row: UnifiedRow; t: Words }) {
  if (row.kind === 'skipped') return <p class="muted tiny">{t.sameLines(row.lines)}</p>
  const [sign, label] = { same: [' ', ''], added: ['+', t.addedLine], removed: ['−', t.removedLine] }[row.kind]
  return (
    <pre class={`small breaks pre merge-${row.kind}`} dir="ltr">
      <span aria-hidden="true">{sign} </span>
      <span class="visually-hidden">{label} </span>
      {row.kind === 'removed' ? row.a.text : row.b.text}
    </pre>
  )
}
