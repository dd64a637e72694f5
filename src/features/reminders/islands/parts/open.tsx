import { signal } from '@preact/signals'
import { render } from 'preact'
import type { Locale } from '#base/messages.ts'
import type { ReminderRequest } from '#browser/remind.ts'
import { type Desk, loadLists, openDesk } from './desk.ts'
import { keepKeys } from './keep-keys.ts'
import { Panel } from './panel.tsx'
import { SetBox } from './set-box.tsx'

const asked = signal<ReminderRequest | null>(null)

type Opened = { openPanel: () => void; openBox: (ask: ReminderRequest) => void }
let opened: Opened | null = null

/** The panel under the bell and the box that sets a reminder: one of each on a page. */
export function openReminders(locale: Locale, timeZone: string | null): Opened {
  opened ??= mount(openDesk(locale, timeZone))
  return opened
}

function mount(desk: Desk): Opened {
  const host = document.createElement('div')
  document.body.append(host)
  render(<Boxes desk={desk} />, host)
  return {
    openPanel: () => {
      void loadLists(desk)
      const panel = host.querySelector<HTMLElement>('.reminder-panel')
      panel?.showPopover()
      panel?.focus()
    },
    openBox: (ask) => {
      asked.value = ask
    },
  }
}

function Boxes({ desk }: { desk: Desk }) {
  const close = () => {
    asked.value = null
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed inside stay inside */}
      <div
        class="float reminder-panel pad-4"
        popover="auto"
        role="dialog"
        aria-labelledby="reminder-panel-title"
        data-rows=""
        tabIndex={-1}
        onKeyDown={keepKeys}
      >
        <Panel desk={desk} />
      </div>
      {asked.value && <SetBox key={asked.value.noteId} desk={desk} ask={asked.value} close={close} />}
    </>
  )
}
