import type { ComponentChildren } from 'preact'

export type TabName = 'output' | 'input' | 'history'
type Tab = { name: TabName; label: string; content: ComponentChildren }
type Props = { label: string; tabs: readonly Tab[]; open: TabName; choose: (name: TabName) => void }

/** Arrow keys move between tabs. All panels are rendered, because without script all are visible. */
export function Tabs({ label, tabs, open, choose }: Props) {
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.code] ?? 0
    if (by === 0) return
    event.preventDefault()
    const list = event.currentTarget
    if (!(list instanceof HTMLElement)) return
    const turned = getComputedStyle(list).direction === 'rtl' ? -by : by
    const next = tabs[(tabs.findIndex(({ name }) => name === open) + turned + tabs.length) % tabs.length]
    if (!next) return
    choose(next.name)
    const button = list.querySelector(`#run-tab-${next.name}`)
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    <div class="run-panel panel shrinks">
      <div class="run-tabs gap-1 flex rule-below" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={move}>
        {tabs.map(({ name, label: words }) => (
          <button
            key={name}
            class="meta tap"
            type="button"
            role="tab"
            id={`run-tab-${name}`}
            aria-controls={`run-panel-${name}`}
            aria-selected={name === open}
            tabIndex={name === open ? 0 : -1}
            onClick={() => choose(name)}
          >
            {words}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }) => (
        <div
          key={name}
          class="run-tab-panel stack gap-3 pad-3"
          role="tabpanel"
          id={`run-panel-${name}`}
          aria-labelledby={`run-tab-${name}`}
          data-open={name === open || undefined}
        >
          {content}
        </div>
      ))}
    </div>
  )
}
