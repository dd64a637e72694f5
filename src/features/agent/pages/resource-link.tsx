import type { Locale } from '#base/messages.ts'
import type { Resource } from '../act.ts'
import { agentMessages } from '../messages.ts'

/** Links to the resource of an audit entry, if it has a page. */
export function ResourceLink({ locale, resource, title }: { locale: Locale; resource: Resource; title: string }) {
  const t = agentMessages(locale)
  if (resource.type === 'file')
    return (
      <a href={`/file/${resource.id}`}>
        <bdi>{title || t.file}</bdi>
      </a>
    )
  if (resource.type === 'note') return <a href={`/note/${resource.id}`}>{t.note}</a>
  return resource.type === 'repo' ? <bdi dir="ltr">{resource.id}</bdi> : null
}
