import type { Locale } from '#base/messages.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import { transferMessages } from '../messages/transfer.ts'

/** The section of /settings for import and export. */
export function TransferSection({ locale }: { locale: Locale }) {
  const t = transferMessages(locale)
  return (
    <>
      <p>
        <strong>{t.exportFull}.</strong> {t.exportFullHas}
      </p>
      <p>
        <strong>{t.exportFolder}.</strong> {t.exportFolderHas}
      </p>
      <div class="actions">
        <ButtonLink icon="download" href="/export" confirms>
          {t.exportSend}
        </ButtonLink>
        <ButtonLink icon="download" href="/export?as=folder" confirms>
          {t.exportFolderSend}
        </ButtonLink>
        <ButtonLink icon="upload" href="/import">
          {t.importSend}
        </ButtonLink>
        <ButtonLink href="/files/upload">{t.toUpload}</ButtonLink>
        <ButtonLink href="/move-in">{t.toMoveIn}</ButtonLink>
      </div>
    </>
  )
}
