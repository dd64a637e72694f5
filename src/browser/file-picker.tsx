import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

type Props = {
  name: 'file' | 'folder'
  label: string
  /** The text that says how many files are chosen. */
  chosen: (count: number) => string
  isBusy: boolean
}

/** The native file button is in the browser's language, so ours replaces it; without script the native one is visible. */
export function FilePicker({ name, label, chosen, isBusy }: Props) {
  const count = useSignal(0)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const form = input.current?.form
    const clear = () => (count.value = 0)
    form?.addEventListener('reset', clear)
    return () => form?.removeEventListener('reset', clear)
  }, [])
  return (
    <div class="file-picker">
      <label class="button button-plain">
        <input
          ref={input}
          type="file"
          name={name}
          multiple
          disabled={isBusy}
          onChange={(event) => (count.value = event.currentTarget.files?.length ?? 0)}
          {...(name === 'folder' && { webkitdirectory: true })}
        />
        <span>{label}</span>
      </label>
      {count.value > 0 && <span class="meta">{chosen(count.value)}</span>}
    </div>
  )
}
