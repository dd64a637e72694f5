import { ButtonLink } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/empty-state.tsx'
import type { Frame } from '#ui/frame.ts'
import type { FoundSetting } from '../find-settings.ts'
import { settingsMessages } from '../messages.ts'
import { SettingsFrame } from './overview-page.tsx'

/** What the search in the settings found. */
export function FoundPage({ frame, query, found }: { frame: Frame; query: string; found: readonly FoundSetting[] }) {
  const { locale } = frame
  const t = settingsMessages(locale)
  return (
    <SettingsFrame frame={frame} query={query}>
      {found.length === 0 ? (
        <EmptyState icon="search" title={t.noneFound(query)} text={t.noneFoundText} />
      ) : (
        <section aria-labelledby="settings-found">
          <h2 class="sized-m below-2" id="settings-found">
            {t.found(found.length)}
          </h2>
          <ul class="settings-panes panel ruled">
            {found.map(({ name, pane, section, href }) => (
              <li key={href + name.en} class="anchor hovers">
                <div class="shrinks">
                  <a class="covers quiet-link medium" href={href}>
                    {name[locale]}
                  </a>
                  <p class="meta-line">
                    <span>{pane[locale]}</span>
                    {section && <span>{section[locale]}</span>}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p>
        <ButtonLink kind="quiet" icon="back" href="/settings">
          {t.all}
        </ButtonLink>
      </p>
    </SettingsFrame>
  )
}
