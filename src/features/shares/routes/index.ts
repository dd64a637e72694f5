import { paneHref } from '#base/settings-panes.ts'
import type { SettingsSection } from '#platform/http/section.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { shareMessages } from '../messages.ts'
import { SharesSection } from '../pages/shares-section.tsx'
import { findFeedUrl } from '../service/feed.ts'
import type { CodeRenderer } from '../service/open.ts'
import { listShares } from '../service/own.ts'
import { shareApi } from './api.ts'
import { embeddingRoutes } from './embedding.ts'
import { feedRoutes } from './feed.ts'
import { preparingRoutes } from './preparing.ts'
import { readingRoutes } from './reading.ts'

/** The section of /settings that lists the shares, and the feed of some of them. */
export function sharesSection(origin: string): SettingsSection {
  const [he, en] = [shareMessages('he'), shareMessages('en')]
  return {
    id: 'shares',
    title: { he: he.section, en: en.section },
    hint: { he: he.sectionHint, en: en.sectionHint },
    settings: [{ name: { he: he.feed, en: en.feed }, anchor: 'feed', words: 'Atom RSS subscribe הרשמה' }],
    load: async ({ ctx }, { locale }) =>
      SharesSection({
        locale,
        now: ctx.now,
        shares: await listShares(ctx, origin),
        feedUrl: await findFeedUrl(ctx, origin),
        next: paneHref('shares'),
      }),
  }
}

export const shareRoutes: FeatureRoutes<{ origin: string; codeRenderer: CodeRenderer }> = async (app, parts) => {
  await shareApi(app, parts)
  await readingRoutes(app, parts)
  await preparingRoutes(app, parts)
  await embeddingRoutes(app, parts)
  await feedRoutes(app, parts)
}
