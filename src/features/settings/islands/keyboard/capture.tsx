import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { keyLabels, keysOf } from '#browser/keyboard.ts'
import { Keys } from '#ui/components/keys.tsx'

/** The same timeout as for a key sequence in use. */
const SECOND_KEY_MS = 1_000

/** Records the next key, or two in sequence; null when Escape or a click outside cancels it. */
export function Capture({ label, onEnd }: { label: string; onEnd: (keys: string | null) => void }) {
  const box = useRef<HTMLButtonElement>(null)
  const first = useSignal<string | null>(null)

  // A layout effect, so that a key pressed immediately is not lost.
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Tab') return
      // Capture before the shortcuts themselves handle the key.
      event.preventDefault()
      event.stopImmediatePropagation()
      const key = keysOf(event)
      if (key === null || event.repeat) return
      clearTimeout(timer)
      if (key === 'Escape') onEnd(null)
      else if (first.value !== null) onEnd(`${first.value} ${key}`)
      else {
        first.value = key
        timer = setTimeout(() => onEnd(key), SECOND_KEY_MS)
      }
    }
    box.current?.focus()
    document.addEventListener('keydown', press, { capture: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', press, { capture: true })
    }
  }, [])

  return (
    <button
      ref={box}
      class="key-capture"
      type="button"
      aria-live="polite"
      onBlur={() => first.value === null && onEnd(null)}
    >
      {first.value === null ? label : <Keys keys={keyLabels(first.value)} />}
    </button>
  )
}
