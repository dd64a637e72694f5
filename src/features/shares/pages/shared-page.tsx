import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Chip } from '#ui/components/chip.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PrintHead } from '#ui/components/print-head.tsx'
import { Time } from '#ui/components/time.tsx'
import type { Frame } from '#ui/frame.ts'
import { FileName } from '#ui/components/file-name.tsx'
import { Icon } from '#ui/icons.tsx'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { island as Copy } from '../islands/copy.tsx'
import { defaultName } from '../markdown-copy.ts'
import { embedCode } from '../embed.ts'
import { shareMessages } from '../messages.ts'
import { partOf, type SeenShare } from '../view.ts'
import { ShareMetas } from './share-metas.tsx'
import { SharedCode } from './shared-code.tsx'

type Props = {
  frame: Frame
  now: Date
  seen: SeenShare
  /** The URL of this page, without its query. */
  path: string
  /** For an internal share: who shares it, and whether that is the reader. */
  from?: { name: string; isOwn: boolean }
  /** For a public link: the address of this site, and the token. */
  link?: { origin: string; token: string }
}

/** A share as its readers see it. */
export function SharedPage({ frame, now, seen, path, from, link }: Props) {
  const { locale } = frame
  const t = shareMessages(locale)
  const { chosen } = seen
  return (
    <Layout
      frame={frame}
      styles={['notes', 'shares', 'viewer']}
      title={seen.files.length > 1 ? t.sharedFiles : chosen.name}
      head={link && <ShareMetas locale={locale} seen={seen} link={link} />}
    >
      <article class="shared stack gap-4">
        <PrintHead locale={locale} now={now} path={[]} title={chosen.name}>
          <FactWords locale={locale} seen={seen} from={from?.name} />
        </PrintHead>
        {from?.isOwn && (
          <Notice kind="info" locale={locale}>
            {t.ownShare}
          </Notice>
        )}
        <header class="shared-head wraps between items-top gap-3-4">
          <div class="shared-words stack shrinks gap-1">
            <h1 class="breaks" title={chosen.name} aria-label={chosen.name}>
              <FileName name={chosen.name} />
            </h1>
            <Facts locale={locale} now={now} seen={seen} from={from?.name} />
          </div>
          <div class="actions">
            {!seen.drawn.isCut && seen.drawn.lineCount > 0 && (
              <Island name="shares/copy" component={Copy} props={{ locale }} when="idle" />
            )}
            {seen.kind === 'public' && (
              <a class="button button-plain" href={`${path}/${chosen.position}`} download={chosen.name}>
                <Icon name="download" />
                {t.download}
              </a>
            )}
            {link && (
              <Island
                name="shares/copy"
                component={Copy}
                props={{ locale, isEmbed: true, text: embedCode(link.origin, partOf(seen, link.token)) }}
                when="idle"
              />
            )}
          </div>
        </header>
        {seen.kind === 'internal' && !from?.isOwn && <SaveForm locale={locale} path={path} name={chosen.name} />}
        {seen.files.length > 1 && <FileTabs locale={locale} seen={seen} path={path} />}
        <SharedCode
          locale={locale}
          drawn={seen.drawn}
          notes={seen.notes}
          whole={seen.kind === 'public' ? `${path}/${chosen.position}` : undefined}
        />
      </article>
    </Layout>
  )
}

type FactsProps = { locale: Locale; now: Date; seen: SeenShare; from: string | undefined }

function Facts({ locale, now, seen, from }: FactsProps) {
  const t = shareMessages(locale)
  return (
    <p class="shared-facts cluster muted gap-1-4">
      <FactWords locale={locale} seen={seen} from={from} />
      {seen.expiresAt && (
        <span>
          {t.ends} <Time at={seen.expiresAt} now={now} locale={locale} show="date" />
        </span>
      )}
      {seen.hiddenLines > 0 && <Chip tone="warn">{t.hidden(seen.hiddenLines)}</Chip>}
    </p>
  )
}

function FactWords({ locale, seen, from }: Omit<FactsProps, 'now'>) {
  return (
    <>
      {from && <span dir="auto">{shareMessages(locale).from(from)}</span>}
      <bdi>{seen.chosen.language}</bdi>
      {seen.range && <span>{shareMessages(locale).line(seen.range.from, seen.range.to)}</span>}
    </>
  )
}

function SaveForm({ locale, path, name }: { locale: Locale; path: string; name: string }) {
  const t = shareMessages(locale)
  return (
    <form class="shared-save actions panel pad-3" method="post" action={`${path}/save`}>
      <label>
        <span class="visually-hidden">{t.saveName}</span>
        <input
          class="input"
          name="file_name"
          value={defaultName(name)}
          title={t.saveName}
          dir="auto"
          required
          maxLength={255}
          autocomplete="off"
          spellcheck={false}
        />
      </label>
      <Button kind="primary" icon="files">
        {t.save}
      </Button>
    </form>
  )
}

function FileTabs({ locale, seen, path }: { locale: Locale; seen: SeenShare; path: string }) {
  return (
    <nav class="shared-files wraps gap-1" aria-label={shareMessages(locale).sharedFiles}>
      {seen.files.map(({ position, name }) => (
        <a
          key={position}
          class="pill tap"
          href={`${path}?file=${position}`}
          aria-current={position === seen.chosen.position ? 'page' : undefined}
          title={name}
          aria-label={name}
        >
          <FileName name={name} />
        </a>
      ))}
    </nav>
  )
}
