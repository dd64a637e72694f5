import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { onNoteAsked } from '#browser/note-request.ts'
import { whenOnline } from '#browser/when-online.ts'
import { askingMessages } from '../messages/asking.ts'
import { addHeadingButtons } from './margin/heading-buttons.tsx'

type Props = { locale: Locale; fileId: string; view: 'code' | 'prose'; count: number }
type Open = { Margin: ComponentType; add: () => void }

/** Notes beside a text. What it takes to show them is loaded when there are any, or when somebody writes the first. */
function Notes({ locale, fileId, view, count }: Props) {
  const words = askingMessages(locale)
  const open = useSignal<Open | null>(null)
  useEffect(() => {
    const load = async (isAsked: boolean) => {
      const { openNotes } = await whenOnline(() => import('./margin/open.tsx'))
      open.value ??= openNotes({ locale, fileId, view, isAsked })
    }
    const add = () => (open.value ? open.value.add() : void load(true))
    const label = view === 'code' ? words.keyNew : words.keyNewHeading
    const stops = [addShortcut({ keys: 'KeyN', label, run: add }), onNoteAsked(add)]
    if (view === 'prose') stops.push(addHeadingButtons(words, add))
    if (count > 0) void load(false)
    return () => stops.forEach((stop) => stop())
  }, [])
  const Margin = open.value?.Margin
  return Margin ? <Margin /> : null
}

export const island = Notes
