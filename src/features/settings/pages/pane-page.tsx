import { PANES, type Pane, type SettingsDone } from '#base/settings-panes.ts'
import { PageHead } from '#ui/components/page-head.tsx'
import { type LoadedSection, SectionCards } from '#ui/components/section-cards.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { settingsMessages } from '../messages.ts'
import { DoneNotice } from './done-notice.tsx'
import { SettingsNav } from './settings-nav.tsx'

type Props = {
  frame: Frame
  pane: Pane
  /** In display order. */
  sections: readonly LoadedSection[]
  /** The form that redirected here. */
  done?: SettingsDone | undefined
}

export function PanePage({ frame, pane, sections, done }: Props) {
  const { locale } = frame
  const title = PANES[pane][locale]
  return (
    <Layout
      frame={frame}
      styles={['git-remote', 'settings', 'shares', 'tokens']}
      title={`${title} · ${settingsMessages(locale).title}`}
    >
      <div class="settings grid">
        <SettingsNav locale={locale} current={pane} sections={sections} />
        <div class="settings-pane">
          <PageHead title={title} />
          {done && <DoneNotice locale={locale} done={done} />}
          <div class="stack gap-5">
            <SectionCards sections={sections} />
          </div>
        </div>
      </div>
    </Layout>
  )
}
