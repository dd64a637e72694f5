import type { Locale } from '#base/messages.ts'
import { Card } from '#ui/components/card.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import { Table } from '#ui/components/table.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { verifyMessages } from '../messages/verify.ts'
import type { Verified } from '../verify.ts'

type RecycleBin = { state: Verified['state']; definition: string | null; overdue: number }
type Props = { frame: Frame; parts: readonly Verified[]; recycleBin: RecycleBin }

export function VerifyPage({ frame, parts, recycleBin }: Props) {
  const { locale } = frame
  const t = verifyMessages(locale)
  const wrong = parts.filter(({ state }) => state !== 'found')
  const missing = wrong.filter(({ state }) => state === 'missing').length
  return (
    <Layout frame={frame} styles={['admin']} title={t.title}>
      <PageHead title={t.title} hint={t.hint} />
      <div class="verify stack gap-4">
        <Notice kind={wrong.length === 0 ? 'success' : 'error'} locale={locale}>
          {wrong.length === 0 ? t.allFound(parts.length) : t.some(missing, wrong.length - missing)}
        </Notice>
        <Card id="recycle_bin_ttl" title={t.recycleBin} hint={t.recycleBinHint}>
          <RecycleBinState locale={locale} recycleBin={recycleBin} />
        </Card>
        {wrong.length > 0 && <PartTable locale={locale} parts={wrong} />}
        <details class="disclosure">
          <summary>{t.all}</summary>
          <PartTable locale={locale} parts={parts} />
        </details>
      </div>
    </Layout>
  )
}

function RecycleBinState({ locale, recycleBin }: { locale: Locale; recycleBin: RecycleBin }) {
  const t = verifyMessages(locale)
  return (
    <div class="verify-bin">
      <p>
        <State locale={locale} state={recycleBin.state} />{' '}
        {recycleBin.overdue === 0 ? t.noneOverdue : t.overdue(recycleBin.overdue)}
      </p>
      {recycleBin.definition !== null && (
        <pre class="small breaks pre" dir="ltr">
          <code>{recycleBin.definition}</code>
        </pre>
      )}
    </div>
  )
}

function State({ locale, state }: { locale: Locale; state: Verified['state'] }) {
  return <strong class={`verify-${state}`}>{verifyMessages(locale)[state]}</strong>
}

function PartTable({ locale, parts }: { locale: Locale; parts: readonly Verified[] }) {
  const t = verifyMessages(locale)
  return (
    <Table label={t.title} heads={[t.state, t.kind, t.table, t.name, t.definition]}>
      {parts.map((part) => (
        <tr key={`${part.table}.${part.name}`}>
          <td>
            <State locale={locale} state={part.state} />
          </td>
          <td>{t[part.kind]}</td>
          <td>
            <code dir="ltr">{part.table}</code>
          </td>
          <td>
            <code dir="ltr">{part.name}</code>
          </td>
          <td>
            <Definition locale={locale} part={part} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Definition({ locale, part }: { locale: Locale; part: Verified }) {
  const t = verifyMessages(locale)
  if (part.state !== 'different') return <code dir="ltr">{part.definition}</code>
  return (
    <>
      {t.expected}: <code dir="ltr">{part.definition}</code>
      <br />
      {t.actual}: <code dir="ltr">{part.actual}</code>
    </>
  )
}
