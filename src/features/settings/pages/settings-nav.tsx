import type { Locale } from '#base/messages.ts'
import { keysOf } from '#base/keys-of.ts'
import { PANES, paneHref, type Pane } from '#base/settings-panes.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import type { LoadedSection } from '#ui/components/section-cards.tsx'
import { Icon, type IconName } from '#ui/icons.tsx'
import { settingsMessages } from '../messages.ts'
import { SettingsSearch } from './settings-search.tsx'

export const PANE_ICONS: Record<Pane, IconName> = {
  account: 'user',
  appearance: 'contrast',
  editor: 'keyboard',
  notifications: 'bell',
  tokens: 'passkey',
  shares: 'share',
  data: 'download',
  danger: 'trash',
}

type Props = { locale: Locale; current: Pane; sections: readonly LoadedSection[] }

/** Beside a pane: the search and all panes, and below the current one its sections. On a phone a link leads back to the list. */
export function SettingsNav({ locale, current, sections }: Props) {
  const t = settingsMessages(locale)
  return (
    <div class="settings-side stack gap-4">
      <p class="settings-back">
        <ButtonLink kind="quiet" icon="back" href="/settings">
          {t.all}
        </ButtonLink>
      </p>
      <SettingsSearch locale={locale} query="" />
      <nav aria-label={t.panes}>
        <ul class="nav-links">
          {keysOf(PANES).map((pane) => (
            <li key={pane}>
              <a class="nav-link" href={paneHref(pane)} aria-current={pane === current ? 'page' : undefined}>
                <Icon name={PANE_ICONS[pane]} />
                <span>{PANES[pane][locale]}</span>
              </a>
              {pane === current && sections.length > 1 && <SectionLinks sections={sections} />}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

function SectionLinks({ sections }: { sections: readonly LoadedSection[] }) {
  return (
    <ul class="settings-sections small">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a class="muted plain-link inline-row tap" href={`#${id}`}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
