import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { whenCodeDrawn } from '#browser/large-code.ts'
import type { NoteDraft } from '#browser/note-draft.ts'
import { openNoteDraft, onNoteDraft } from '#browser/note-request.ts'
import type { Lines } from '#browser/selected-lines.ts'
import { onWatchRequested } from '#browser/watch-request.ts'
import { loadWhenOnline } from '#browser/when-online.ts'
import { askingMessages } from '../messages/asking.ts'
import { addHeadingButtons } from './margin/heading-buttons.tsx'

type Props = { locale: Locale; fileId: string; view: 'code' | 'prose'; count: number }
type Open = { Margin: ComponentType; add: (draft: NoteDraft) => void; watch: (lines: Lines) => void }

/** Notes beside a text. The code is loaded when there are notes, or when the user creates the first one. */
function Notes({ locale, fileId, view, count }: Props) {
  const open = useSignal<Open | null>(null)
  useEffect(() => {
    const load = async () => {
      const { openNotes } = await loadWhenOnline(() => import('./margin/open.tsx'))
      // Notes are beside their lines, also beside those of a file that is still loading.
      await whenCodeDrawn()
      open.value ??= openNotes({ locale, fileId, view })
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
