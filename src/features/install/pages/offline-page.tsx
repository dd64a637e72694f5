import { Icon } from '#ui/icons.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { installMessages } from '../messages.ts'

/** Cached by the service worker and shown for a page that could not be reached, under that page's URL. */
export function OfflinePage({ frame }: { frame: Frame }) {
  const t = installMessages(frame.locale)
  const script = frame.assets.others['offline']
  return (
    <Layout frame={frame} styles={['install']} title={t.offlineTitle}>
      <div class="offline stack gap-3 items-start">
        <span class="empty-icon">
          <Icon name="warn" />
        </span>
        <h1>{t.offlineTitle}</h1>
        <p class="muted">{t.offlineText}</p>
        <h2 class="strong above-3 sized-l">{t.kept}</h2>
        <p
          class="muted"
          id="kept"
          data-nothing={t.keptNothing}
          data-after={t.keptAfter}
          data-back={t.back}
          role="status"
        >
          {t.keptUnknown}
        </p>
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty address is the one that could not be reached */}
        <a class="button button-primary" href="">
          {t.retry}
        </a>
      </div>
      {script && <script type="module" src={script} nonce={frame.nonce} />}
    </Layout>
  )
}
