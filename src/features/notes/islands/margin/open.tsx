import type { ComponentType } from 'preact'
import type { Locale } from '#base/messages.ts'
import type { NoteDraft } from '#browser/note-draft.ts'
import type { Lines } from '#browser/selected-lines.ts'
import { codeSurface } from './code-surface.ts'
import { createNote } from './create.ts'
import { Margin } from './margin.tsx'
import { openMargin } from './margin-desk.ts'
import { proseSurface } from './prose-surface.ts'
import { createWatch } from './watch-item.tsx'

type Options = { locale: Locale; fileId: string; view: 'code' | 'prose' }

/** All note code of the browser in one chunk that is loaded on demand. */
export function openNotes({
  locale,
  fileId,
  view,
}: Options): { Margin: ComponentType; add: (draft: NoteDraft) => void; watch: (lines: Lines) => void } | null {
  const surface = view === 'code' ? codeSurface() : proseSurface()
  if (!surface) return null
  surface.root.classList.add('has-notes')
  surface.root.closest('.viewer-view')?.classList.add('has-margin')
  const desk = openMargin(locale, fileId, surface)
  return {
    Margin: () => <Margin desk={desk} />,
    add: (draft) => createNote(desk, draft),
    watch: (lines) => createWatch(desk, lines),
  }
}
