import { useSignal } from '@preact/signals'
import type { Locale } from '#base/messages.ts'
import { discardDraft, draftTime, type FoundDraft, restoreDraft } from '#browser/editor-drafts.ts'
import { toast } from '#browser/toast.ts'
import { Notice } from '#ui/components/notice.tsx'
import { editorMessages } from '../../messages.ts'
import { Action } from './action.tsx'

type Props = {
  locale: Locale
  drafts: FoundDraft[]
  /** The version on the page: a draft of another version has to be merged. */
  version: number
  restore: (draft: FoundDraft) => Promise<void>
}

/** Drafts that an earlier page could not save, newest first, one after the other until all are decided. */
export function DraftBanner({ locale, drafts: found, version, restore }: Props) {
  const t = editorMessages(locale)
  const drafts = useSignal(found)
  const draft = drafts.value[0]
  if (!draft) return null
  const drop = () => {
    discardDraft(draft)
    drafts.value = drafts.value.slice(1)
  }
  const undo = () => {
    restoreDraft(draft)
    drafts.value = [draft, ...drafts.value]
  }
  const discard = () => {
    drop()
    toast({ text: t.draftDropped, action: { label: t.undo, run: undo } })
  }
  return (
    <Notice kind="info" locale={locale}>
      <div class="editor-draft spread gap-2-4">
        <p>
          {t.draftFound(draftTime(draft, locale))} {draft.version !== version && t.draftOther(draft.version)}
        </p>
        <div class="actions">
          <Action run={() => restore(draft).then(drop)}>{t.restore}</Action>
          <Action kind="quiet" run={discard}>
            {t.discard}
          </Action>
        </div>
      </div>
    </Notice>
  )
}
