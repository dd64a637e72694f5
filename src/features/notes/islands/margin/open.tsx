import type { ComponentType } from 'preact'
import type { Locale } from '#base/messages.ts'
import { codeSurface } from './code-surface.ts'
import { createNote } from './create.ts'
import { Margin } from './margin.tsx'
import { openMargin } from './margin-desk.ts'
import { proseSurface } from './prose-surface.ts'

type Options = { locale: Locale; fileId: string; view: 'code' | 'prose'; isAsked: boolean }

/** Everything that notes need in the browser, in one file that no page loads by itself. */
export function openNotes({
  locale,
  fileId,
  view,
  isAsked,
}: Options): { Margin: ComponentType; add: () => void } | null {
  const surface = view === 'code' ? codeSurface() : proseSurface()
  if (!surface) return null
  surface.root.classList.add('has-notes')
  surface.root.closest('.viewer-view')?.classList.add('has-margin')
  const desk = openMargin(locale, fileId, surface)
  return { Margin: () => <Margin desk={desk} isAsked={isAsked} />, add: () => createNote(desk) }
}
