import { paneHref } from '#base/settings-panes.ts'
import type { ComponentProps } from 'preact'
import { ButtonLink } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { island as Copy } from '../islands/copy.tsx'
import { tokenMessages } from '../messages.ts'

type Props = { frame: Frame; secret: string; origin: string }

/** The configuration format of most MCP clients; others use the same two values under other names. */
function mcpSettings(origin: string, secret: string): string {
  const headers = { Authorization: `Bearer ${secret}` }
  return JSON.stringify({ mcpServers: { codeshelf: { type: 'http', url: `${origin}/mcp`, headers } } }, null, 2)
}

/** Rendered once in the reply to the form, so that the secret never appears in a URL or a log. */
export function TokenCreatedPage({ frame, secret, origin }: Props) {
  const t = tokenMessages(frame.locale)
  return (
    <Layout frame={frame} styles={['tokens']} title={t.createdTitle}>
      <PageHead title={t.createdTitle} />
      <div class="token-created stack gap-4 items-start">
        <Notice kind="success" locale={frame.locale}>
          {t.createdText}
        </Notice>
        <div class="token-secret-row cluster gap-2 full">
          <input
            id="token"
            class="input token-secret mono full"
            dir="ltr"
            readOnly
            value={secret}
            aria-label={t.secret}
          />
          <CopyButton locale={frame.locale} from="token" label="copyToken" />
        </div>
        <div class="token-example cluster gap-2 full between">
          <p>{t.agentExample}</p>
          <CopyButton locale={frame.locale} from="token-mcp" label="copySettings" />
        </div>
        <pre class="small mono full pad-4 well" id="token-mcp" dir="ltr" tabIndex={0}>
          {mcpSettings(origin, secret)}
        </pre>
        <div class="token-example cluster gap-2 full between">
          <p>{t.example}</p>
          <CopyButton locale={frame.locale} from="token-curl" label="copyCommand" />
        </div>
        <pre class="small mono full pad-4 well" id="token-curl" dir="ltr" tabIndex={0}>
          {`curl --data-binary @notes.md \\\n  -H 'Authorization: Bearer ${secret}' \\\n  ${origin}/api/files/raw/notes.md`}
        </pre>
        {/* Without an anchor: this page has the same address, and the browser would stay on it. */}
        <ButtonLink href={paneHref('tokens')}>{t.back}</ButtonLink>
      </div>
    </Layout>
  )
}

function CopyButton(props: ComponentProps<typeof Copy>) {
  return <Island name="tokens/copy" component={Copy} props={props} />
}
