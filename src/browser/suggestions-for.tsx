import { useSignal } from '@preact/signals'
import type { ComponentType, RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import type { SuggestionsProps } from './suggestions.tsx'

type Props = Omit<SuggestionsProps, 'input'> & { input: RefObject<HTMLInputElement | null> }
type Loaded = { List: ComponentType<SuggestionsProps>; input: HTMLInputElement }

/** Suggestions for a search box, loaded when it has the focus for the first time. Stands beside the box, in an element that positions the list. */
export function SuggestionsFor({ input, ...props }: Props) {
  const loaded = useSignal<Loaded | null>(null)
  useEffect(() => {
    const box = input.current
    if (!box) return undefined
    const load = () => {
      if (loaded.peek()) return
      import('./suggestions.tsx').then(
        ({ Suggestions }) => (loaded.value = { List: Suggestions, input: box }),
        // Without a connection the box works as it is, and the next focus tries again.
        () => undefined,
      )
    }
    box.addEventListener('focus', load)
    if (document.activeElement === box) load()
    return () => box.removeEventListener('focus', load)
  }, [])
  if (!loaded.value) return null
  const { List, input: box } = loaded.value
  return <List input={box} {...props} />
}
