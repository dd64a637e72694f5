import type { ComponentType } from 'preact'
import type { Locale } from '#base/messages.ts'
import type { NoteDraft } from '#browser/note-draft.ts'
import { whenEditorOpen } from '#browser/open-editor.ts'
import type { Lines } from '#browser/selected-lines.ts'
import { codeSurface } from './code-surface.ts'
import { createNote } from './create.ts'
import { Margin } from './margin.tsx'
import { openMargin } from './margin-desk.ts'
import { proseSurface } from './prose-surface.ts'
import type { Surface } from './surface.ts'
import { createWatch } from './watch-item.tsx'

export type NotesView = 'code' | 'prose' | 'editor'

type Options = { locale: Locale; fileId: string; view: NotesView }

export type OpenNotes = { Margin: ComponentType; add: (draft: NoteDraft) => void; watch: (lines: Lines) => void }

/** All note code of the browser in one chunk that is loaded on demand. */
export async function openNotes({ locale, fileId, view }: Options): Promise<OpenNotes | null> {
  const surface = await surfaceOf(view)
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

async function surfaceOf(view: NotesView): Promise<Surface | null> {
  if (view === 'code') return codeSurface()
  if (view === 'prose') return proseSurface()
  // The engine that follows code is loaded only where code is edited.
  const [editor, { editorSurface }] = await Promise.all([whenEditorOpen(), import('./editor-surface.ts')])
  return editorSurface(editor)
}
