import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { island as Playground } from '../islands/playground.tsx'
import type { PlaygroundProps } from '../islands/props.ts'
import { runMessages } from '../messages.ts'

type Props = Omit<PlaygroundProps, 'locale'> & { frame: Frame; styleNonce: string }

export function PlaygroundPage({ frame, styleNonce, ...props }: Props) {
  const t = runMessages(frame.locale)
  return (
    <Layout frame={frame} styles={['code-run', 'editor']} title={t.title}>
      <div class="playground-page stack shrinks gap-4">
        <h1 class="sized-xl">{t.title}</h1>
        {/* Script reads the nonce from this element: browsers hide it from every other way of access. */}
        <style id="editor-nonce" nonce={styleNonce} />
        <noscript>
          <p class="full-row">{t.noScript}</p>
        </noscript>
        <Island name="code-run/playground" component={Playground} props={{ locale: frame.locale, ...props }} />
      </div>
    </Layout>
  )
}
