import { FileName } from '#ui/components/file-name.tsx'
import { HighlightedText, ProseText } from '#ui/components/marked.tsx'
import { Icon } from '#ui/icons.tsx'
import type { dialogMessages } from '../../messages/dialogs.ts'
import type { Entry } from './commands.ts'

/** The name with its match, where it is, and below it the line or the text that was found. */
export function EntryContent({
  entry: { icon, group, label, ranges = [], location, text },
  t,
}: {
  entry: Entry
  t: ReturnType<typeof dialogMessages>
}) {
  return (
    <>
      <Icon name={icon} />
      <span class="palette-words">
        <bdi class="palette-label">
          {isFileName(group) ? (
            <FileName name={label} ranges={ranges} />
          ) : (
            <HighlightedText text={label} ranges={ranges} />
          )}
        </bdi>
        {text && (
          // The number of a line is before it in both directions, as in the file.
          <span class="palette-text" dir={text.line === null ? undefined : 'ltr'}>
            {text.line !== null && (
              <span class="numbers">
                <span class="visually-hidden">{t.line(text.line)}: </span>
                <span aria-hidden="true">{text.line}</span>
              </span>
            )}
            <FoundText text={text} />
          </span>
        )}
      </span>
      <span class="palette-group">
        {location && (
          <>
            <bdi>{location}</bdi>
            {' · '}
          </>
        )}
        {t[group]}
      </span>
    </>
  )
}

function isFileName(group: Entry['group']): boolean {
  return group === 'files' || group === 'repos'
}

function FoundText({ text: { text, ranges, cut, line } }: { text: NonNullable<Entry['text']> }) {
  const marked = (
    <>
      {cut.start && '…'}
      {line === null ? <ProseText text={text} ranges={ranges} /> : <HighlightedText text={text} ranges={ranges} />}
      {cut.end && '…'}
    </>
  )
  return line === null ? (
    <bdi class="palette-excerpt">{marked}</bdi>
  ) : (
    <code class="palette-excerpt" dir="ltr">
      {marked}
    </code>
  )
}
