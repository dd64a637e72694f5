import { formatSize } from '#base/size.ts'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { island as IntakeForm } from '../islands/intake.tsx'
import { transferMessages } from '../messages/transfer.ts'
import { type ShownTransferResult, TransferResultCard } from './taken-card.tsx'

type Props = {
  frame: Frame
  maxFileBytes: number
  /** The result of the form that led here. */
  taken: ShownTransferResult | null
}

export function UploadPage({ frame, maxFileBytes, taken }: Props) {
  const { locale } = frame
  const t = transferMessages(locale)
  return (
    <Layout frame={frame} styles={['transfer']} title={t.uploadTitle}>
      <div class="transfer stack gap-5">
        <div class="page-head">
          <h1>{t.uploadTitle}</h1>
          <p>{t.uploadHint(formatSize(maxFileBytes, locale))}</p>
          <p>{t.uploadFolders}</p>
        </div>
        {taken && <TransferResultCard locale={locale} taken={taken} />}
        <Island
          name="transfer/intake"
          component={IntakeForm}
          props={{ locale, kind: 'upload' as const, maxFileBytes }}
        />
      </div>
    </Layout>
  )
}
