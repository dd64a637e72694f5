import type { MergePart } from '#base/diff/merge.ts'
import { splitLines } from '#base/lines.ts'
import { type Choice, countConflicts } from '../../merge-choice.ts'
import type { Words } from './session.ts'

type Choices = readonly (Choice | undefined)[]
type PartsProps = { parts: MergePart[]; choices: Choices; choose: (choices: Choices) => void; t: Words }

/** The whole text in order: conflicts to decide, with the agreed text around them. */
export function MergeParts({ parts, choices, choose, t }: PartsProps) {
  const count = countConflicts(parts)
  let conflict = 0
  return (
    <ol class="merge-parts">
      {parts.map((part, position) => {
        if (part.kind === 'agreed') return <Agreed key={position} text={part.text} t={t} />
        const index = conflict++
        const pick = (choice: Choice) =>
          choose(Array.from({ length: count }, (_, i) => (i === index ? choice : choices[i])))
        const title = t.part(index + 1, count)
        return (
          <Part
            key={position}
            part={part}
            title={title}
            name={`part-${index}`}
            {...{ chosen: choices[index], pick, t }}
          />
        )
      })}
    </ol>
  )
}

type Pick = { name: string; chosen: Choice | undefined; pick: (choice: Choice) => void; t: Words }
type PartProps = Pick & { part: MergePart & { kind: 'conflict' }; title: string }

function Part({ part, title, name, chosen, pick, t }: PartProps) {
  const common = { name, chosen, pick, t }
  return (
    <li>
      <fieldset class="merge-part columns">
        <legend class="small strong">{title}</legend>
        <Side choice="mine" label={t.mine} text={part.mine} {...common} />
        <Side choice="theirs" label={t.theirs} text={part.theirs} {...common} />
        <label class="merge-both">
          <input type="radio" name={name} checked={chosen === 'both'} onChange={() => pick('both')} />
          {t.both}
        </label>
      </fieldset>
    </li>
  )
}

type SideProps = Pick & { choice: 'mine' | 'theirs'; label: string; text: string }

function Side({ name, choice, label, text, chosen, pick, t }: SideProps) {
  const isTaken = chosen === choice || chosen === 'both'
  return (
    <label class="merge-side" data-taken={isTaken ? '' : undefined}>
      <span>
        <input type="radio" name={name} checked={chosen === choice} onChange={() => pick(choice)} />
        {label}
      </span>
      {text === '' ? (
        <em>{t.nothingHere}</em>
      ) : (
        <pre class="small breaks pre" dir="ltr">
          {text}
        </pre>
      )}
    </label>
  )
}

const SHOWN_LINES = 2

/** Agreed text is shown only where it is next to a conflict. */
function Agreed({ text, t }: { text: string; t: Words }) {
  const lines = splitLines(text)
  const hidden = lines.length - 2 * SHOWN_LINES
  if (hidden < 2)
    return (
      <li class="merge-agreed">
        <pre class="small breaks pre" dir="ltr">
          {lines.join('\n')}
        </pre>
      </li>
    )
  return (
    <li class="merge-agreed">
      <pre class="small breaks pre" dir="ltr">
        {lines.slice(0, SHOWN_LINES).join('\n')}
      </pre>
      <p class="muted tiny">{t.sameLines(hidden)}</p>
      <pre class="small breaks pre" dir="ltr">
        {lines.slice(-SHOWN_LINES).join('\n')}
      </pre>
    </li>
  )
}
