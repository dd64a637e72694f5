import { settingsHref } from '#base/settings-panes.ts'
import type { Locale } from '#base/messages.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import type { UndoResult } from '../act.ts'
import { agentMessages, reasonMessages } from '../messages.ts'
import { ResourceLink } from './resource-link.tsx'

/** An agent may write thousands. */
const MAX_NAMES = 50

type Props = { frame: Frame; tokenId: string; result: UndoResult }

/** The result of an undo: what was restored, and what was skipped with the reason. */
export function UndonePage({ frame, tokenId, result: { undone, leftAlone } }: Props) {
  const { locale } = frame
  const t = agentMessages(locale)
  return (
    <Layout frame={frame} styles={['agent']} title={t.undoneTitle}>
      <PageHead title={t.undoneTitle} />
      <div class="agent-undone stack gap-5">
        <Notice kind={undone.length > 0 ? 'success' : 'info'} locale={locale}>
          <p>{undone.length > 0 ? t.undoneCount(undone.length) : t.nothing}</p>
          {undone.length > 0 && <Names locale={locale} undone={undone} />}
        </Notice>
        {leftAlone.length > 0 && (
          <Notice kind="warn" locale={locale}>
            <p>{t.leftAlone(leftAlone.length)}</p>
            <ul class="breaks">
              {leftAlone.map(({ resource, title, reason }) => (
                <li key={resource.id}>
                  <ResourceLink locale={locale} resource={resource} title={title} /> · {reasonMessages(locale)[reason]}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <p class="wraps gap-3">
          <ButtonLink href={`/settings/agents?token=${tokenId}`}>{t.toJournal}</ButtonLink>
          <ButtonLink kind="quiet" href={settingsHref('tokens')}>
            {t.back}
          </ButtonLink>
        </p>
      </div>
    </Layout>
  )
}

/** A note that was undone may be deleted now, so only files are links; a file that went to the trash has its page. */
function Names({ locale, undone }: { locale: Locale; undone: UndoResult['undone'] }) {
  return (
    <ul class="breaks">
      {undone.slice(0, MAX_NAMES).map(({ resource, title }) => (
        <li key={resource.id}>
          {resource.type === 'note' ? (
            agentMessages(locale).note
          ) : (
            <ResourceLink locale={locale} resource={resource} title={title} />
          )}
        </li>
      ))}
      {undone.length > MAX_NAMES && <li>…</li>}
    </ul>
  )
}
