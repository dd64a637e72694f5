import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { whenCodeDrawn } from '#browser/large-code.ts'
import { openNoteDraft, onNoteDraft } from '#browser/note-request.ts'
import { whenEditorOpen } from '#browser/open-editor.ts'
import { onWatchRequested } from '#browser/watch-request.ts'
import { loadWhenOnline } from '#browser/when-online.ts'
import { askingMessages } from '../messages/asking.ts'
import { addHeadingButtons } from './margin/heading-buttons.tsx'
import type { NotesView, OpenNotes } from './margin/open.tsx'

type Props = { locale: Locale; fileId: string; view: NotesView; count: number }

/** Notes beside a text. The code is loaded when there are notes, or when the user creates the first one. */
function Notes({ locale, fileId, view, count }: Props) {
  const open = useSignal<OpenNotes | null>(null)
  useEffect(() => {
    let opening: Promise<OpenNotes | null> | null = null
    const load = async () => {
      // Their code would keep the editor waiting, which comes first.
      if (view === 'editor') await whenEditorOpen()
      const { openNotes } = await loadWhenOnline(() => import('./margin/open.tsx'))
      // Notes are beside their lines, also beside those of a file that is still loading.
      await whenCodeDrawn()
      opening ??= openNotes({ locale, fileId, view })
      open.value = await opening
      return open.value
    }
    const stops = [
      onNoteDraft((draft) => void load().then((notes) => notes?.add(draft))),
      onWatchRequested((lines) => void load().then((notes) => notes?.watch(lines))),
    ]
    if (view === 'prose') stops.push(addHeadingButtons(askingMessages(locale), () => openNoteDraft(null)))
    if (count > 0) void load()
    return () => stops.forEach((stop) => stop())
  }, [])
  const Margin = open.value?.Margin
  return Margin ? <Margin /> : null
}

export const island = Notes
