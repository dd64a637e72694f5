import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Icon } from '#ui/icons.tsx'
import { COLOR_IDS } from '../../color-ids.ts'
import { colorMessages } from '../../messages/colors.ts'
import { MODES } from '../../note.ts'
import { type Desk, removeNote, startEditing } from './desk.ts'
import { TagsField } from './note-tags.tsx'
import { fieldsOf, type Noted } from './noted.ts'

type Props = {
  desk: Desk
  noted: Noted
  /** On a board every note is free. */
  withModes: boolean
  /** Menu items that only this page adds. */
  children?: ComponentChildren
}

/** Rendered when first opened: a page may have hundreds of notes, and most menus are never opened. */
export function NoteMenu(props: Props) {
  const { t } = props.desk
  const id = menuId(props.noted)
  const wasOpened = useSignal(false)
  return (
    <>
      <button
        class="note-tool mid-icons plain-button"
        type="button"
        popovertarget={id}
        aria-label={t.menu}
        title={t.menu}
      >
        <Icon name="more" />
      </button>
      <div class="float menu note-menu" id={id} popover="auto" onBeforeToggle={() => (wasOpened.value = true)}>
        {wasOpened.value && <MenuInside {...props} />}
      </div>
    </>
  )
}

export function menuId({ key }: Noted): string {
  return `note-menu-${key}`
}

function MenuInside({ desk, noted, withModes, children }: Props) {
  const { t } = desk
  const id = menuId(noted)
  return (
    <>
      <Colors desk={desk} noted={noted} />
      <TagsField desk={desk} noted={noted} />
      {withModes && <Modes desk={desk} noted={noted} />}
      <button
        class="option"
        type="button"
        popovertarget={id}
        popovertargetaction="hide"
        onClick={() => startEditing(desk, noted.key)}
      >
        <Icon name="pencil" />
        {t.edit}
      </button>
      {children}
      <button
        class="option option-danger"
        type="button"
        popovertarget={id}
        popovertargetaction="hide"
        onClick={() => removeNote(desk, noted.key)}
      >
        <Icon name="trash" />
        {t.remove}
      </button>
    </>
  )
}

function Colors({ desk: { book, t, locale }, noted }: Omit<Props, 'withModes'>) {
  const { color } = fieldsOf(noted)
  const names = colorMessages(locale)
  return (
    <div class="note-colors gap-1 flex" role="group" aria-label={t.color}>
      {COLOR_IDS.map((id) => (
        <button
          key={id}
          type="button"
          class="note-color"
          data-color={id}
          aria-pressed={id === color}
          aria-label={names[id]}
          title={names[id]}
          onClick={() => book.change(noted.key, { color: id })}
        >
          {id === color && <Icon name="check" />}
        </button>
      ))}
    </div>
  )
}

function Modes({ desk: { t, setMode }, noted }: Omit<Props, 'withModes'>) {
  const { mode } = fieldsOf(noted)
  return (
    <div class="note-modes" role="group" aria-label={t.mode}>
      {MODES.map((id) => (
        <button key={id} class="option" type="button" aria-pressed={id === mode} onClick={() => setMode(noted.key, id)}>
          {id === mode ? <Icon name="check" /> : <span class="note-no-icon" />}
          {t[id]}
        </button>
      ))}
    </div>
  )
}
