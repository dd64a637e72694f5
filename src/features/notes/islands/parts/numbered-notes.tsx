import type { ComponentChildren } from 'preact'
import { NoteBody } from './note-body.tsx'

export type NumberedNote = {
  number: number
  /** The lines or the heading of the note; null when the note is on the whole file. */
  location: ComponentChildren
  title: string
  content: string
  /** Displays the source instead of the rendered Markdown, which would take the server too long. */
  isPlain?: boolean
}

/** Notes as footnotes after their text, without controls: on paper, and on the page of a share. */
export function NumberedNotes({ label, notes }: { label: string; notes: readonly NumberedNote[] }) {
  return (
    <section class="numbered-notes" aria-label={label}>
      <h2 class="below-2 sized-l">{label}</h2>
      <ol class="numbered-list">
        {notes.map(({ number, location, title, content, isPlain = false }) => (
          // The mark at the line links to it.
          <li key={number} class="breaks rule-above" id={`note-${number}`}>
            <p class="numbered-note-head meta gap-2 flex items-baseline">
              <b class="note-number">{number}</b>
              {location}
            </p>
            {title !== '' && (
              <p class="note-title strong sized-m" dir="auto">
                {title}
              </p>
            )}
            {isPlain ? (
              <p class="note-text pre" dir="auto">
                {content}
              </p>
            ) : (
              <NoteBody content={content} hasLinks={false} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
