import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { homeMessages } from '../messages.ts'

type Props = { locale: Locale }

/** Drawings only: hidden from screen readers, which get the caption. */
export function ListScene({ locale }: Props) {
  const t = homeMessages(locale)
  const rows = [
    { name: 'invoice_pdf.py', meta: 'Python · 3.1 kB' },
    { name: 'חשבונית-לדוגמה.json', meta: 'JSON · 812 B' },
    { name: 'billing.sql', meta: 'SQL · 1.4 kB' },
  ]
  return (
    <div class="mini" aria-hidden="true">
      <p class="mini-search">
        <Icon name="search" />
        <span class="mini-name">{t.sceneSearch}</span>
        <span>{t.sceneFound}</span>
      </p>
      {rows.map((row, index) => (
        <p key={row.name} class="mini-row">
          <span class={`mini-dot mini-dot-${index + 1}`} />
          <span class="mini-name">
            <bdi>{row.name}</bdi>
          </span>
          <span dir="ltr">{row.meta}</span>
        </p>
      ))}
    </div>
  )
}

export function MovedScene({ locale }: Props) {
  const t = homeMessages(locale)
  return (
    <div class="mini" aria-hidden="true">
      <p class="mini-code" dir="ltr">
        <span>31</span>
        <span>
          <span class="code-keyword">const</span> rows = <span class="code-function">parse</span>(feed)
        </span>
      </p>
      <div class="mini-note mini-note-green">
        <p class="scene-anchor" dir="ltr">
          L31 · parse
        </p>
        <p dir="auto">{t.sceneMovedNote}</p>
        <p class="mini-moved">
          {t.sceneMoved}
          <span>{t.sceneUndo}</span>
        </p>
      </div>
    </div>
  )
}

export function DueScene({ locale }: Props) {
  const t = homeMessages(locale)
  return (
    <div class="mini" aria-hidden="true">
      <div class="mini-due">
        <Icon name="bell" />
        <div>
          <p class="mini-due-title" dir="auto">
            {t.sceneDue}
          </p>
          <p class="mini-due-meta">
            <bdi dir="ltr">deploy.sh · L12</bdi>
            <span>{t.sceneDueAgo}</span>
          </p>
          <p class="mini-due-actions">
            <span>{t.sceneDone}</span>
            <span>{t.sceneSnooze}</span>
          </p>
        </div>
      </div>
    </div>
  )
}
