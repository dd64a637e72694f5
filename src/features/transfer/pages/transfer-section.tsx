import type { Locale } from '#base/messages.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import { transferMessages } from '../messages.ts'

/** The section of /settings for import and export. */
export function TransferSection({ locale }: { locale: Locale }) {
  const t = transferMessages(locale)
  return (
    <>
      <p>{t.exportHint}</p>
      <div class="actions">
        <ButtonLink icon="download" href="/export">
          {t.exportSend}
        </ButtonLink>
        <ButtonLink icon="upload" href="/import">
          {t.importSend}
        </ButtonLink>
        <ButtonLink href="/files/upload">{t.toUpload}</ButtonLink>
      </div>
    </>
  )
}
