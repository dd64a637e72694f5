import type { Locale } from '#base/messages.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import { transferMessages } from '../messages/transfer.ts'

/** The two exports, each with what it contains. */
export function Downloads({ locale }: { locale: Locale }) {
  const t = transferMessages(locale)
  return (
    <div class="transfer-downloads grid gap-5">
      <section class="gap-2 flex">
        <h3 class="sized-m">{t.exportFull}</h3>
        <p>{t.exportFullHas}</p>
        <p class="meta">{t.exportWithout}</p>
        <div class="transfer-export">
          <ButtonLink icon="download" href="/export" confirms>
            {t.exportSend}
          </ButtonLink>
        </div>
      </section>
      <section class="gap-2 flex">
        <h3 class="sized-m">{t.exportFolder}</h3>
        <p>{t.exportFolderHas}</p>
        <p class="meta">{t.exportFolderWithout}</p>
        <div class="transfer-export">
          <ButtonLink icon="download" href="/export?as=folder" confirms>
            {t.exportFolderSend}
          </ButtonLink>
        </div>
      </section>
    </div>
  )
}
