import type { Locale } from '#base/messages.ts'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import type { DriftPlan } from '../drift-plan.ts'
import { upstreamMessages, type UpstreamWords } from '../messages/upstream.ts'
import type { Upstream } from '../origin.ts'
import type { UpstreamFile } from '../view.ts'

type Props = { locale: Locale; file: UpstreamFile; upstream: Upstream; plan: DriftPlan; hasBase: boolean }

/** Describes the update before its button. It is applied exactly as shown, or not at all. */
export function UpdateForm({ locale, file, upstream, plan, hasBase }: Props) {
  const t = upstreamMessages(locale)
  // The same button records a rename without a change.
  const does = plan.does === 'nothing' && upstream.state === 'renamed' ? 'settle' : plan.does
  if (does === 'nothing')
    return (
      <Notice kind="success" locale={locale}>
        {t.same}
      </Notice>
    )
  return (
    <form class="upstream-update stack panel pad-4 gap-3" method="post" action={`/file/${file.id}/upstream`}>
      <input type="hidden" name="prev_version" value={file.version} />
      <input type="hidden" name="upstream_blob" value={upstream.oid ?? ''} />
      <p class="upstream-words">{wordsOf(t, plan, does)}</p>
      {!hasBase && <p class="upstream-words">{t.noBase}</p>}
      <div class="actions">
        <Choices t={t} does={does} fileId={file.id} />
      </div>
      {does !== 'settle' && <p class="meta">{t.history}</p>}
    </form>
  )
}

function Choices({ t, does, fileId }: { t: UpstreamWords; does: DriftPlan['does']; fileId: string }) {
  if (does !== 'ask')
    return (
      <Button kind="primary" icon={does === 'settle' ? 'check' : 'download'} name="take" value="update">
        {does === 'settle' ? t.mark : t.update}
      </Button>
    )
  return (
    <>
      <Button name="take" value="theirs">
        {t.takeTheirs}
      </Button>
      <Button name="take" value="mine">
        {t.keepMine}
      </Button>
      <ButtonLink kind="quiet" icon="pencil" href={`/file/${fileId}/edit`}>
        {t.edit}
      </ButtonLink>
    </>
  )
}

function wordsOf(t: UpstreamWords, plan: DriftPlan, does: DriftPlan['does']): string {
  if (plan.does === 'ask') return t.ask(plan.parts.filter(({ kind }) => kind === 'conflict').length)
  return does === 'take' ? t.take : does === 'merge' ? t.merge : t.settle
}
