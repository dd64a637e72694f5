import type { ComponentChildren } from 'preact'

type Props = {
  kind?: 'primary' | 'plain' | 'quiet'
  disabled?: boolean
  run: () => unknown
  children: ComponentChildren
}

/** A button that works only with script. */
export function Action({ kind = 'plain', disabled = false, run, children }: Props) {
  return (
    <button class={`button button-${kind}`} type="button" disabled={disabled} onClick={() => void run()}>
      {children}
    </button>
  )
}
