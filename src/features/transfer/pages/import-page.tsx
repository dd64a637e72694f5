import { Card } from '#ui/components/card.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { island as IntakeForm } from '../islands/intake.tsx'
import type { LibrarySize } from '../library.ts'
import { transferMessages } from '../messages/transfer.ts'
import { Downloads } from './downloads.tsx'
import { type ShownTransferResult, TransferResultCard } from './taken-card.tsx'

type Props = {
  frame: Frame
  /** The size of an export. */
  size: LibrarySize
  maxFileBytes: number
  taken: ShownTransferResult | null
}

export function ImportPage({ frame, size, maxFileBytes, taken }: Props) {
  const { locale } = frame
  const t = transferMessages(locale)
  return (
    <Layout frame={frame} styles={['transfer']} title={t.importTitle}>
      <div class="transfer stack gap-5">
        <PageHead title={t.importTitle} hint={t.importHint} />
        {taken && <TransferResultCard locale={locale} taken={taken} />}
        <Card id="import" title={t.importCard} hint={t.importKinds}>
          <Island
            name="transfer/intake"
            component={IntakeForm}
            props={{ locale, kind: 'import' as const, maxFileBytes }}
          />
          <p class="meta">
            {t.fromElsewhere} <a href="/move-in">{t.moveIn}</a>
          </p>
        </Card>
        <Card id="export" title={t.exportCard} hint={t.exportHint}>
          <p>{t.exportCount(size)}</p>
          <Downloads locale={locale} />
          <p class="meta">{t.exportNote}</p>
        </Card>
      </div>
    </Layout>
  )
}
