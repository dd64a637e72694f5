import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { homeMessages } from '../messages/home.ts'

type Token = { text: string; kind?: 'keyword' | 'string' | 'number' | 'function' | 'comment' }
const k = (text: string): Token => ({ text, kind: 'keyword' })
const f = (text: string): Token => ({ text, kind: 'function' })
const n = (text: string): Token => ({ text, kind: 'number' })
const s = (text: string): Token => ({ text, kind: 'string' })
const c = (text: string): Token => ({ text, kind: 'comment' })
const p = (text: string): Token => ({ text })

const LINES: readonly Token[][] = [
  [c('# ניסיון חוזר, בלי להציף')],
  [k('def'), p(' '), f('backoff'), p('(attempt, base='), n('0.5'), p('):')],
  [p('    jitter = '), f('uniform'), p('('), n('0.8'), p(', '), n('1.2'), p(')')],
  [p('    '), k('return'), p(' base * '), n('2'), p(' ** attempt * jitter')],
  [],
  [k('def'), p(' '), f('deliver'), p('(invoice):')],
  [p('    '), k('for'), p(' attempt '), k('in'), p(' '), f('range'), p('('), n('9'), p('):')],
  [p('        '), k('if'), p(' '), f('send'), p('('), s('"חשבונית"'), p(', invoice):')],
  [p('            '), k('return'), p(' '), k('True')],
  [p('        '), f('sleep'), p('('), f('backoff'), p('(attempt))')],
]
const NOTED: Readonly<Record<number, string>> = { 4: 'flex scene-line scene-yellow', 8: 'flex scene-line scene-green' }

/**
 * An illustration of the product in HTML: code reads left to right in both languages, and each note keeps its own direction
 * beside its line.
 */
export function FileScene({ locale }: { locale: Locale }) {
  return (
    <div class="scene" role="img" aria-label={homeMessages(locale).sceneFile}>
      <div class="scene-bar row gap-2 small medium rule-below" aria-hidden="true">
        <span class="scene-dot rigid" />
        <span>delivery.py</span>
        <span class="muted tiny push regular mono">v7</span>
      </div>
      <div class="scene-body grid" aria-hidden="true">
        <pre class="scene-code stack tiny">
          {LINES.map((tokens, index) => (
            <SceneLine key={index} number={index + 1} tokens={tokens} />
          ))}
        </pre>
        <SceneNotes locale={locale} />
      </div>
    </div>
  )
}

function SceneLine({ number, tokens }: { number: number; tokens: readonly Token[] }) {
  return (
    <span class={NOTED[number] ?? 'scene-line flex'}>
      <span class="scene-number rigid text-end">{number}</span>
      <span>
        {tokens.map((token, at) => (
          <span key={at} class={token.kind && `code-${token.kind}`}>
            {token.text}
          </span>
        ))}
      </span>
    </span>
  )
}

function SceneNotes({ locale }: { locale: Locale }) {
  return (
    <div class="scene-notes stack gap-3">
      <div class="scene-note scene-note-yellow stack gap-1 small pad-3">
        <p class="scene-anchor tiny mono" dir="ltr">
          L4 · backoff
        </p>
        <p dir="rtl" lang="he">
          עד 7 ניסיונות זה בסדר. אחרי זה עדיף להתריע ולא לחכות.
        </p>
        <p class="scene-when small-icons flex items-top gap-1 tiny medium">
          <Icon name="bell" />
          {homeMessages(locale).sceneWhen}
        </p>
      </div>
      <div class="scene-note scene-note-green stack gap-1 small pad-3">
        <p class="scene-anchor tiny mono" dir="ltr">
          L8 · deliver
        </p>
        <p class="scene-task small-icons flex items-top gap-1" dir="ltr" lang="en">
          <Icon name="check" />
          Vendor confirmed the retry policy
        </p>
      </div>
    </div>
  )
}
