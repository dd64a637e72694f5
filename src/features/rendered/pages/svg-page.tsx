import type { ComponentChildren } from 'preact'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { island as Picture } from '../islands/picture.tsx'
import { renderedMessages } from '../messages.ts'
import type { ShownFile } from '../rendering.ts'
import { RadioChoice } from './radio-choice.tsx'

/** Always an `img`, in which a picture can neither run scripts nor load anything. */
export function SvgPage({ frame, file, head }: { frame: Frame; file: ShownFile; head: ComponentChildren }) {
  const { locale } = frame
  const t = renderedMessages(locale)
  return (
    <Layout frame={frame} styles={['rendered', 'viewer']} title={file.fileName}>
      <div class="viewer-view rendered-view svg-view stack gap-4">
        {head}
        <div class="strip">
          <RadioChoice
            name="backdrop"
            label={t.background}
            options={(['checker', 'white', 'black', 'brand'] as const).map((value) => ({ value, label: t[value] }))}
          />
          <RadioChoice
            name="scale"
            label={t.size}
            options={[
              { value: 'fit', label: t.fit },
              { value: '1', label: '100%' },
              { value: '2', label: '200%' },
              { value: '4', label: '400%' },
            ]}
          />
        </div>
        <Island name="rendered/picture" component={Picture} props={{ locale, fileId: file.id }} />
        {/* It scrolls when enlarged, so it gets the focus for the arrow keys. */}
        <div class="svg-stage" role="region" aria-label={t.picture} tabIndex={0}>
          <img class="svg-picture" src={`/raw_svg/${file.id}`} alt={file.fileName} />
        </div>
      </div>
    </Layout>
  )
}
