import type { ComponentChildren, TargetedSubmitEvent } from 'preact'
import type { Locale } from '#base/messages.ts'
import { focusNextRow } from '#browser/live-list/focus-next.ts'
import { Icon } from '#ui/icons.tsx'
import type { MovedNote, OpenTask } from '#features/inbox/waiting.ts'
import { todayMessages } from '../../messages/today.ts'
import { Place } from './place.tsx'
import { keepHere, keyOf, tick, ticked } from './waiting.ts'

type SectionProps = { id: string; title: string; children: ComponentChildren; more: ComponentChildren }

/** One list of the page, with links to the pages that have all of it. */
export function Section({ id, title, children, more }: SectionProps) {
  return (
    <section class="today-section stack gap-2" id={id} aria-labelledby={`${id}-title`}>
      <div class="spread gap-1-4">
        <h2 class="strong sized-l" id={`${id}-title`}>
          {title}
        </h2>
        <p class="wraps hides-empty gap-1-4 small">{more}</p>
      </div>
      {children}
    </section>
  )
}

/** `isAlive`: the island has started; until then forms and links work by themselves. */
type Alive = { locale: Locale; isAlive: boolean }

export function MovedRow({ note, locale, isAlive }: Alive & { note: MovedNote }) {
  const t = todayMessages(locale)
  const name = note.name || t.untitled
  const state = note.state === 'changed' ? t.stateChanged : note.isFileGone ? t.stateFileGone : t.stateLost
  return (
    <li>
      <a class="row-words stack plain-link today-link" href={note.url}>
        <bdi class="breaks medium">{name}</bdi>
        <span class="meta-line">
          <span class="chip chip-warn">{state}</span>
          <Place kind={note.kind} name={note.source} line={note.line} />
        </span>
      </a>
      <div class="cluster gap-1">
        {isAlive && note.state === 'changed' && note.lines && (
          <button
            class="button button-plain"
            type="button"
            data-act="done"
            aria-label={t.stillFitsLabel(name)}
            onClick={({ currentTarget }) => {
              focusNextRow(currentTarget)
              keepHere(note, t)
            }}
          >
            <Icon name="check" />
            {t.stillFits}
          </button>
        )}
        <a class="button button-quiet" data-act="attach" href={note.attachUrl} aria-label={t.attachLabel(name)}>
          {t.attach}
        </a>
      </div>
    </li>
  )
}

export function TaskRow({ task, locale, isAlive }: Alive & { task: OpenTask }) {
  const t = todayMessages(locale)
  const isTicked = ticked.value.has(keyOf(task))
  const words = task.text || t.emptyTask
  const send = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    if (!isAlive) return
    event.preventDefault()
    tick(task, t)
  }
  return (
    <li class="today-task" data-ticked={isTicked ? '' : undefined}>
      <form class="flex" method="post" action={`/notes/${task.noteId}/tasks`} onSubmit={send}>
        <input type="hidden" name="prev_updated_at" value={task.updatedAt} />
        <input type="hidden" name="shown" value={task.index + 1} />
        {[...task.checked, task.index].map((index) => (
          <input key={index} type="hidden" name="task" value={index} />
        ))}
        <input type="hidden" name="back" value="show=tasks" />
        <button
          class="task-box"
          type="submit"
          role="checkbox"
          aria-checked={isTicked}
          aria-label={words}
          data-act="done"
        >
          <Icon name="check" />
        </button>
      </form>
      <a class="row-words stack plain-link today-link" href={task.url}>
        <bdi class="breaks today-words">{words}</bdi>
        <span class="meta-line">
          {task.name !== '' && <bdi class="truncate">{task.name}</bdi>}
          <Place kind={task.kind} name={task.source} line={task.line} />
        </span>
      </a>
    </li>
  )
}
