import type { RefObject } from 'preact'
import { useSignal } from '@preact/signals'
import { type LineRange, parseTyped } from '../../line-range.ts'
import type { ViewerWords } from '../../messages/viewer.ts'

type Props = {
  t: ViewerWords
  dialog: RefObject<HTMLDialogElement | null>
  last: number
  go: (range: LineRange) => void
}

/** `l` opens it: the way to any line for keyboard users. */
export function GoToLine({ t, dialog, last, go }: Props) {
  const typed = useSignal('')
  const isWrong = useSignal(false)
  const submit = (event: Event) => {
    event.preventDefault()
    const range = parseTyped(typed.value, last)
    isWrong.value = range === null
    if (!range) return
    dialog.current?.close()
    typed.value = ''
    go(range)
  }
  return (
    <dialog ref={dialog} class="float dialog go-to-line" aria-label={t.goToLine} closedby="any">
      <form class="dialog-body" onSubmit={submit}>
        <label class="strong" for="go-to-line">
          {t.goToLine}
        </label>
        <div class="go-to-line-row gap-2 flex">
          <input
            class="input"
            id="go-to-line"
            dir="ltr"
            inputMode="text"
            autocomplete="off"
            aria-describedby="go-to-line-hint"
            aria-invalid={isWrong.value}
            value={typed.value}
            onInput={(event) => (typed.value = event.currentTarget.value)}
          />
          <button class="button button-primary" type="submit">
            {t.go}
          </button>
        </div>
        <p class="go-to-line-hint meta" id="go-to-line-hint" role={isWrong.value ? 'alert' : undefined}>
          {isWrong.value ? t.noSuchLine : t.goToHint(last)}
        </p>
      </form>
    </dialog>
  )
}
