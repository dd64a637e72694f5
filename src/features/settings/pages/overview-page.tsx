import type { ComponentChildren } from 'preact'
import { keysOf } from '#base/keys-of.ts'
import type { LocalizedText } from '#base/messages.ts'
import {
  PANES,
  paneHref,
  paneOf,
  type SettingsDone,
  settingsHref,
  type SettingsSectionId,
} from '#base/settings-panes.ts'
import { PageHead } from '#ui/components/page-head.tsx'
import type { Frame } from '#ui/frame.ts'
import { Icon } from '#ui/icons.tsx'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { island as FormerAnchor } from '../islands/former-anchor.tsx'
import { settingsMessages } from '../messages.ts'
import { DoneNotice } from './done-notice.tsx'
import { PANE_ICONS } from './settings-nav.tsx'
import { SettingsSearch } from './settings-search.tsx'

type Titled = { id: SettingsSectionId; title: LocalizedText }
type Props = { frame: Frame; sections: readonly Titled[]; done?: SettingsDone | undefined }

/** The list of all panes. Each section is named with the anchor that it had while the settings were one page. */
export function OverviewPage({ frame, sections, done }: Props) {
  const { locale } = frame
  const t = settingsMessages(locale)
  return (
    <SettingsFrame frame={frame} query="">
      <Island name="settings/former-anchor" component={FormerAnchor} props={{}} />
      {done && <DoneNotice locale={locale} done={done} />}
      <nav aria-label={t.panes}>
        <ul class="settings-panes panel ruled">
          {keysOf(PANES).map((pane) => (
            <li key={pane} class="anchor hovers">
              <Icon name={PANE_ICONS[pane]} />
              <div class="shrinks">
                <a class="covers quiet-link medium" href={paneHref(pane)}>
                  {PANES[pane][locale]}
                </a>
                <p class="meta-line">
                  {sections
                    .filter(({ id }) => paneOf(id) === pane)
                    .map(({ id, title }) => (
                      <a key={id} id={id} class="settings-part" href={settingsHref(id)}>
                        {title[locale]}
                      </a>
                    ))}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </nav>
    </SettingsFrame>
  )
}

/** The top of /settings: the search of all panes, above their list or above what it found. */
export function SettingsFrame({
  frame,
  query,
  children,
}: {
  frame: Frame
  query: string
  children: ComponentChildren
}) {
  const { title } = settingsMessages(frame.locale)
  return (
    <Layout frame={frame} styles={['settings']} title={title}>
      <PageHead title={title} />
      <div class="settings-overview stack gap-5">
        <SettingsSearch locale={frame.locale} query={query} />
        {children}
      </div>
    </Layout>
  )
}
