import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import { type LoadedSection, SectionCards } from '#ui/components/section-cards.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import type { DONE } from '../done.ts'
import { settingsMessages } from '../messages.ts'

type Done = (typeof DONE)[number]

type Props = {
  frame: Frame
  /** Sections of other features, in display order. */
  sections: readonly LoadedSection[]
  /** The form that redirected here. */
  done?: Done | undefined
}

export function SettingsPage({ frame, sections, done }: Props) {
  const t = settingsMessages(frame.locale)
  return (
    <Layout frame={frame} title={t.title}>
      <PageHead title={t.title} />
      {done && (
        <div class="settings-done" role="status">
          <Notice kind="success" locale={frame.locale}>
            {t[done]}
          </Notice>
        </div>
      )}
      <div class="settings grid gap-6">
        <nav class="settings-sections jump-links wraps" aria-label={t.sections}>
          {sections.map(({ id, title }) => (
            <a key={id} class="muted tap " href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        <div class="settings-cards stack gap-5">
          <SectionCards sections={sections} />
        </div>
      </div>
    </Layout>
  )
}
