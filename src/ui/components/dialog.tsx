import type { ComponentChildren, RefObject } from 'preact'
import type { Locale } from '#base/messages.ts'
import { uiMessages } from '#ui/messages.ts'
import { IconButton } from './button.tsx'

type Props = {
  id: string
  locale: Locale
  title: string
  children: ComponentChildren
  /** For islands. */
  dialogRef?: RefObject<HTMLDialogElement | null>
  onClose?: () => void
}

/** Opened by script with `showModal()`; closes by its form, by Escape, and by a click beside it. */
export function Dialog({ id, locale, title, children, dialogRef, onClose }: Props) {
  return (
    <dialog
      class="float dialog"
      id={id}
      aria-labelledby={`${id}-title`}
      closedby="any"
      {...(dialogRef && { ref: dialogRef })}
      {...(onClose && { onClose })}
    >
      <form class="dialog-head" method="dialog">
        <h2 id={`${id}-title`}>{title}</h2>
        <IconButton icon="close" label={uiMessages(locale).close} />
      </form>
      <div class="dialog-body">{children}</div>
    </dialog>
  )
}
