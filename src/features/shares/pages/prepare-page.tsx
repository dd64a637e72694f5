import type { Locale } from '#base/messages.ts'
import { Card } from '#ui/components/card.tsx'
import { FileName } from '#ui/components/file-name.tsx'
import { Notice } from '#ui/components/notice.tsx'
import type { LineRange } from '#features/viewer/line-range.ts'
import type { Frame } from '#ui/frame.ts'
import { Icon } from '#ui/icons.tsx'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { spell } from '../choice.ts'
import { island as Copy } from '../islands/copy.tsx'
import { island as FollowForm } from '../islands/follow-form.tsx'
import { embedCode, formatRange } from '../embed.ts'
import { shareMessages } from '../messages.ts'
import type { ListedShare } from '../share.ts'
import type { SeenFile } from '../view.ts'
import { GuardList, type PrepareProps, PreviewCard, WhoCard } from './prepare-parts.tsx'
import { NotesCard } from './notes-card.tsx'
import { ShareList } from './share-list.tsx'

/** Before sharing: the audience, the lifetime, and exactly what readers will see. */
export function PreparePage(props: PrepareProps) {
  const { frame, preparation, version, hasChanged, made, shares, origin } = props
  const { locale } = frame
  const t = shareMessages(locale)
  const { files, findings, unfinished, choice, notes, chosen } = preparation
  const name = files.length === 1 ? (files[0]?.name ?? '') : null
  const ids = files.map(({ id }) => id).join(',')
  const whole = `/shares/new?files=${ids}${version === undefined ? '' : `&v=${version}`}`
  const range = files[0]?.range
  const secrets = [...findings.values()].flat().length
  return (
    <Layout
      frame={frame}
      styles={['notes', 'shares', 'viewer']}
      title={name === null ? t.titleMany(files.length) : `${t.share} \u2068${name}\u2069`}
    >
      <Head locale={locale} name={name} count={files.length} />
      {made && <Made frame={frame} made={made} origin={origin} />}
      {hasChanged && <Changed locale={locale} />}
      <form class="prepare stack gap-5" method="get" action="/shares/new">
        {/* The first button is the default: Enter in a field refreshes the preview instead of sharing. */}
        <button
          class="visually-hidden"
          type="submit"
          name="file"
          value={chosen.position}
          tabIndex={-1}
          aria-hidden="true"
        />
        <input type="hidden" name="files" value={ids} />
        <input type="hidden" name="shown" value={spell(choice, files, notes.chosen)} />
        {version !== undefined && <input type="hidden" name="v" value={version} />}
        {range && <input type="hidden" name="lines" value={formatRange(range)} />}
        {range && <OnlyLines locale={locale} range={range} whole={whole} />}
        {unfinished.length > 0 && <Unfinished locale={locale} files={unfinished} />}
        {secrets > 0 && (
          <Card id="guard" title={t.guard(secrets)} hint={t.guardHint}>
            <GuardList locale={locale} preparation={preparation} />
          </Card>
        )}
        <WhoCard {...props} />
        <NotesCard locale={locale} preparation={preparation} />
        <PreviewCard {...props} />
        <div class="prepare-end">
          <button class="button button-primary" type="submit" formmethod="post" formaction="/shares">
            <Icon name="link" />
            {t.make}
          </button>
        </div>
      </form>
      <Island name="shares/follow-form" component={FollowForm} props={{ locale }} when="idle" />
      {files.length === 1 && shares.length > 0 && (
        <Card id="shares" title={t.existing}>
          <ShareList {...props} locale={locale} next={whole + (range ? `&lines=${formatRange(range)}` : '')} />
        </Card>
      )}
    </Layout>
  )
}

/** `name`: of the only file; null for several. */
function Head({ locale, name, count }: { locale: Locale; name: string | null; count: number }) {
  const t = shareMessages(locale)
  return (
    <div class="page-head">
      <h1 class="breaks">
        {name === null ? (
          t.titleMany(count)
        ) : (
          <>
            {t.share} <FileName name={name} />
          </>
        )}
      </h1>
      <p>{t.intro}</p>
    </div>
  )
}

function Changed({ locale }: { locale: Locale }) {
  return (
    <div class="share-changed">
      <Notice kind="warn" locale={locale}>
        {shareMessages(locale).changed}
      </Notice>
    </div>
  )
}

function OnlyLines({ locale, range, whole }: { locale: Locale; range: LineRange; whole: string }) {
  const t = shareMessages(locale)
  return (
    <Notice kind="info" locale={locale} title={t.onlyLines(range.from, range.to)}>
      {t.onlyLinesHint} <a href={whole}>{t.shareWhole}</a>
    </Notice>
  )
}

function Unfinished({ locale, files }: { locale: Locale; files: readonly SeenFile[] }) {
  const t = shareMessages(locale)
  return (
    <Notice kind="warn" locale={locale} title={t.unfinished}>
      {t.unfinishedHint}{' '}
      {files.map(({ position, name }, i) => (
        <span key={position}>
          {i > 0 && ', '}
          <FileName name={name} />
        </span>
      ))}
    </Notice>
  )
}

function Made({ frame: { locale }, made, origin }: { frame: Frame; made: ListedShare; origin: string }) {
  const t = shareMessages(locale)
  return (
    <div class="share-made" role="status">
      <Notice kind="success" locale={locale} title={t.made}>
        <div class="share-made-row actions above-2">
          <input class="input mono" dir="ltr" readOnly value={made.url} aria-label={t.link} />
          <Island name="shares/copy" component={Copy} props={{ locale, text: made.url }} />
          {made.kind === 'public' && (
            <Island
              name="shares/copy"
              component={Copy}
              props={{ locale, isEmbed: true, text: embedCode(origin, { token: made.key, position: null }) }}
            />
          )}
          <a class="button button-quiet" href={made.url}>
            {t.open}
          </a>
        </div>
      </Notice>
    </div>
  )
}
