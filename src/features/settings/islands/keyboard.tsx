import { useSignal } from '@preact/signals'
import type { Locale } from '#base/messages.ts'
import { boundKeys, findConflict, isKeySequence, type KeyMap } from '#base/shortcuts.ts'
import { announce } from '#browser/announce.ts'
import { call } from '#browser/api.ts'
import { keyLabels, setCustomKeys } from '#browser/keyboard.ts'
import { toast } from '#browser/toast.ts'
import { Keys } from '#ui/components/keys.tsx'
import { settingsMessages } from '../messages.ts'
import { SHORTCUTS } from '../shortcuts.ts'
import { Capture } from './keyboard/capture.tsx'

type Props = { locale: Locale; shortcuts: KeyMap }

const ALL_KEYS = SHORTCUTS.map(({ keys }) => keys)

/** Lists every shortcut with its keys. "Change" records the next keys and assigns them if they are free. */
function Keyboard({ locale, shortcuts }: Props) {
  const t = settingsMessages(locale)
  const given = useSignal(shortcuts)
  const asked = useSignal<string | null>(null)
  const problem = useSignal<{ of: string; text: string } | null>(null)
  const wordsOf = (keys: string) => SHORTCUTS.find((each) => each.keys === keys)?.words[locale] ?? keys

  const save = async (next: KeyMap, own: string) => {
    const outcome = await call<{ shortcuts: KeyMap }>('PUT', '/api/settings/shortcuts', { body: { shortcuts: next } })
    if (outcome.outcome !== 'done') {
      toast({ text: outcome.outcome === 'refused' ? outcome.refusal.message : t.notSaved, kind: 'error' })
      return
    }
    given.value = outcome.data.shortcuts
    setCustomKeys(outcome.data.shortcuts)
    announce(t.pressed(wordsOf(own)))
  }
  const give = (own: string, keys: string | null) => {
    asked.value = null
    problem.value = null
    if (keys === null) return
    const other = isKeySequence(keys) ? findConflict(own, keys, ALL_KEYS, given.value) : null
    if (!isKeySequence(keys)) problem.value = { of: own, text: t.notKeys }
    else if (other !== null) problem.value = { of: own, text: t.clash(wordsOf(other)) }
    else void save({ ...given.value, [own]: keys }, own)
  }

  return (
    <ul class="key-list rows">
      {SHORTCUTS.map(({ keys, words }) => (
        <li key={keys} class="gap-0-3">
          <span class="key-words">{words[locale]}</span>
          {asked.value === keys ? (
            <Capture label={t.press} onEnd={(pressed) => give(keys, pressed)} />
          ) : (
            <Keys keys={keyLabels(boundKeys(keys, given.value))} />
          )}
          <KeyActions
            t={t}
            words={words[locale]}
            isChanged={given.value[keys] !== undefined}
            onChange={() => (asked.value = keys)}
            onReset={() => give(keys, keys)}
          />
          {problem.value?.of === keys && (
            <span class="key-problem small danger full" role="alert">
              {problem.value.text}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

type ActionProps = {
  t: ReturnType<typeof settingsMessages>
  words: string
  isChanged: boolean
  onChange: () => void
  onReset: () => void
}

function KeyActions({ t, words, isChanged, onChange, onReset }: ActionProps) {
  return (
    <span class="key-actions flex" data-do="keys">
      {isChanged && (
        <button class="button button-quiet" type="button" aria-label={t.resetLabel(words)} onClick={onReset}>
          {t.reset}
        </button>
      )}
      <button class="button button-quiet" type="button" aria-label={t.changeLabel(words)} onClick={onChange}>
        {t.change}
      </button>
    </span>
  )
}

export const island = Keyboard
