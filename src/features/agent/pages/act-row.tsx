import type { Locale } from '#base/messages.ts'
import { Chip } from '#ui/components/chip.tsx'
import { Time } from '#ui/components/time.tsx'
import { type Act, API_TOOL } from '../act.ts'
import { agentMessages, kindMessages } from '../messages.ts'
import { ResourceLink } from './resource-link.tsx'

/** One audit entry: tool, resource, token and outcome. */
export function ActRow({ locale, now, act }: { locale: Locale; now: Date; act: Act }) {
  const t = agentMessages(locale)
  return (
    <li class="agent-act gap-4 flex between items-baseline">
      <div class="row-words">
        <p class="cluster gap-1-2 breaks">
          <strong>{wordsFor(act, locale)}</strong>
          {act.resource && act.outcome !== 'refused' && (
            <ResourceLink locale={locale} resource={act.resource} title={act.title} />
          )}
          {act.undoneAt && <Chip tone="accent">{t.undone}</Chip>}
          {act.outcome === 'refused' && <Chip tone="warn">{`${t.refused}: ${act.code}`}</Chip>}
          {act.outcome === 'failed' && <Chip tone="danger">{t.failed}</Chip>}
        </p>
        <p class="meta-line">
          <span>
            <bdi>{act.tokenName}</bdi>
          </span>
          {act.kind !== null &&
            (act.tool === API_TOOL ? (
              <span>{t.api}</span>
            ) : (
              <code class="small mono" dir="ltr">
                {act.tool}
              </code>
            ))}
        </p>
      </div>
      <Time at={act.at} now={now} locale={locale} />
    </li>
  )
}

function wordsFor({ kind, tool }: Act, locale: Locale) {
  const words: Readonly<Record<string, string>> = kindMessages(locale)
  return (
    (kind !== null && words[kind]) || (
      <code class="small mono" dir="ltr">
        {tool}
      </code>
    )
  )
}
