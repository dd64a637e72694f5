import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { FileName } from '#ui/components/file-name.tsx'
import type { Frame } from '#ui/frame.ts'
import { linesOf, typedLines } from '../choice.ts'
import { formatLines } from '../hidden-lines.ts'
import { shareMessages, type ShareWords } from '../messages.ts'
import type { Preparation } from '../preparation.ts'
import type { Finding } from '../secrets/find.ts'
import { LIFETIMES, type ListedShare, type ShareKind } from '../share.ts'
import { SharedCode } from './shared-code.tsx'

export type PrepareProps = {
  frame: Frame
  now: Date
  preparation: Preparation
  /** The submitted state of the form. */
  kind: ShareKind
  days: number | null
  version: number | undefined
  typed: ReadonlyMap<number, { text: string; lines: number[] | null }>
  /** The form had another choice than the one that was shown. */
  hasChanged: boolean
  made: ListedShare | null
  shares: readonly ListedShare[]
  /** Null while the feed is off. */
  feedUrl: string | null
  /** The address of this site. */
  origin: string
}

/** Findings, each with a checkbox: hidden unless the owner unticks it. */
export function GuardList({ locale, preparation }: { locale: Locale; preparation: Preparation }) {
  const { files, findings, choice } = preparation
  const t = shareMessages(locale)
  return (
    <ul class="guard">
      {files.flatMap(({ position, name }) =>
        (findings.get(position) ?? []).map((finding) => {
          const hidden = choice.get(position) ?? []
          return (
            <li key={`${position}:${finding.from}`}>
              <label class="cluster tap gap-1-4">
                <input
                  type="checkbox"
                  name="hide"
                  value={`${position}:${finding.from}-${finding.to}`}
                  checked={linesOf(finding).every((line) => hidden.includes(line))}
                  autocomplete="off"
                />
                <span>
                  {files.length > 1 && (
                    <>
                      <FileName name={name} />,{' '}
                    </>
                  )}
                  {t.line(finding.from, finding.to)}
                </span>
                <span class="medium">{findingName(t, finding)}</span>
                <code>{finding.excerpt}</code>
              </label>
            </li>
          )
        }),
      )}
    </ul>
  )
}

/** What a finding is called. */
export function findingName(t: ShareWords, { kind, name }: Finding): string {
  if (name !== '') return name
  if (kind === 'hidden_text') return t.hiddenText
  return kind === 'address' ? t.address : kind === 'header' ? t.header : t.named
}

/** The audience and the lifetime. */
export function WhoCard({ frame, preparation, kind, days }: PrepareProps) {
  const t = shareMessages(frame.locale)
  const isMany = preparation.files.length > 1
  return (
    <Card id="who" title={t.who}>
      <div class="who grid gap-3" role="radiogroup" aria-labelledby="who-title">
        <Kind value="internal" chosen={kind} disabled={isMany} label={t.internal}>
          {isMany ? t.internalOne : t.internalHint}
        </Kind>
        <Kind value="public" chosen={kind} disabled={false} label={t.public}>
          {t.publicHint}
        </Kind>
      </div>
      <label class="who-days cluster gap-3">
        {t.lifetime}
        <select class="input" name="days" autocomplete="off">
          {LIFETIMES.map((each) => (
            <option key={each} value={each === null ? 'none' : String(each)} selected={each === days}>
              {each === null ? t.forever : t.days(each)}
            </option>
          ))}
        </select>
      </label>
    </Card>
  )
}

type KindProps = { value: ShareKind; chosen: ShareKind; disabled: boolean; label: string; children: string }

function Kind({ value, chosen, disabled, label, children }: KindProps) {
  return (
    <label class="who-kind rings medium grid gap-0-3">
      <input
        type="radio"
        name="kind"
        value={value}
        checked={chosen === value}
        disabled={disabled}
        autocomplete="off"
        aria-describedby={`who-${value}`}
      />
      {label}
      <span class="who-hint meta regular" id={`who-${value}`}>
        {children}
      </span>
    </label>
  )
}

export function PreviewCard({ frame, preparation, typed }: PrepareProps) {
  const t = shareMessages(frame.locale)
  const { files, findings, choice, notes, chosen, drawn } = preparation
  return (
    <Card id="preview" title={t.preview} hint={t.previewHint}>
      {files.length > 1 && (
        <div class="shared-files wraps gap-1" role="group" aria-label={t.filesIn}>
          {files.map(({ position, name }) => (
            <button
              key={position}
              class="pill tap"
              type="submit"
              name="file"
              value={position}
              aria-pressed={position === chosen.position}
              title={name}
            >
              <FileName name={name} />
            </button>
          ))}
        </div>
      )}
      <p class="meta needs-script">{t.clickLines}</p>
      <div data-follows="preview">
        <SharedCode locale={frame.locale} drawn={drawn} notes={notes.shown} />
      </div>
      {files.map(({ position }) => {
        const given = typed.get(position)
        const value = given?.text ?? formatLines(typedLines(choice.get(position) ?? [], findings.get(position) ?? []))
        return position === chosen.position ? (
          <HideMore key={position} t={t} position={position} value={value} isBad={given?.lines === null} />
        ) : (
          <input key={position} type="hidden" name={`lines${position}`} value={value} />
        )
      })}
    </Card>
  )
}

type HideMoreProps = { t: ShareWords; position: number; value: string; isBad: boolean }

/** Lines to hide besides the findings, in the previewed file. */
function HideMore({ t, position, value, isBad }: HideMoreProps) {
  return (
    <div class="hide-more actions items-bottom">
      <label class="field">
        {t.moreLines}
        <input
          class="input"
          name={`lines${position}`}
          value={value}
          dir="ltr"
          placeholder={t.moreLinesHint}
          autocomplete="off"
          aria-invalid={isBad}
          aria-describedby={isBad ? 'bad-lines' : undefined}
        />
      </label>
      <Button icon="reload" name="file" value={String(position)}>
        {t.update}
      </Button>
      <div data-follows="bad-lines" role="alert">
        {isBad && (
          <p class="danger full" id="bad-lines">
            {t.badLines}
          </p>
        )}
      </div>
    </div>
  )
}
