import { PageHead } from '#ui/components/page-head.tsx'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { island as MoveIn, type MoveInProps } from '../islands/move-in.tsx'
import { moveInMessages } from '../messages/page.ts'

export type Shown = MoveInProps['shown']
type Props = { frame: Frame; now: Date } & Pick<MoveInProps, 'shown' | 'moves'>

export function MoveInPage({ frame, now, shown, moves }: Props) {
  const { locale } = frame
  const t = moveInMessages(locale)
  return (
    <Layout frame={frame} styles={['move-in']} title={t.title}>
      <div class="move-page stack gap-5">
        <PageHead title={t.title} hint={t.hint} />
        <Island
          name="move-in/move-in"
          component={MoveIn}
          props={{ locale, now: now.toISOString(), shown, moves: [...moves] }}
        />
      </div>
    </Layout>
  )
}
