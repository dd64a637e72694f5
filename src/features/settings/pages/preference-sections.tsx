import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { settingsMessages } from '../messages.ts'
import { type EditorChoice, INDENTS, MAX_INSTRUCTION_CHARS, TEXT_SIZES, ZONES } from '../preferences.ts'

export function ZoneForm({ locale, timeZone }: { locale: Locale; timeZone: string | null }) {
  const t = settingsMessages(locale)
  return (
    <form class="setting columns gap-2-4" method="post" action="/settings/time-zone">
      <label class="setting-name" for="time-zone">
        {t.timeZone}
      </label>
      <div class="setting-row cluster gap-2-4">
        <select class="input" id="time-zone" name="time_zone" autocomplete="off">
          <option value="" selected={timeZone === null}>
            {t.timeZoneSite}
          </option>
          {ZONES.map((zone) => (
            <option key={zone} value={zone} selected={zone === timeZone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
        <Button>{t.save}</Button>
      </div>
    </form>
  )
}

export function EditorSection({ locale, editor }: { locale: Locale; editor: EditorChoice }) {
  const t = settingsMessages(locale)
  return (
    <form class="settings-form stack items-start gap-3" method="post" action="/settings/editor">
      <div class="setting columns full gap-2-4">
        <label class="setting-name" for="editor-indent">
          {t.indent}
        </label>
        <select class="input" id="editor-indent" name="indent" autocomplete="off">
          {INDENTS.map((n) => (
            <option key={n} value={n} selected={n === editor.indent}>
              {t.spaces(n)}
            </option>
          ))}
        </select>
      </div>
      <div class="setting columns full gap-2-4">
        <label class="setting-name" for="editor-size">
          {t.textSize}
        </label>
        <select class="input" id="editor-size" name="text_size" autocomplete="off">
          {TEXT_SIZES.map((n) => (
            <option key={n} value={n} selected={n === editor.textSize}>
              {`\u2066${n} px\u2069`}
            </option>
          ))}
        </select>
      </div>
      <label class="tick">
        <input id="editor-wraps" type="checkbox" name="wraps" checked={editor.wraps} autocomplete="off" />
        {t.wraps}
      </label>
      <Button>{t.save}</Button>
    </form>
  )
}

export function AgentSection({ locale, text }: { locale: Locale; text: string }) {
  const t = settingsMessages(locale)
  return (
    <form class="settings-form stack items-start gap-3" method="post" action="/settings/agent" data-confirms>
      <textarea
        class="input"
        name="agent_instructions"
        rows={5}
        maxLength={MAX_INSTRUCTION_CHARS}
        dir="auto"
        aria-label={t.agent}
        placeholder={t.agentPlaceholder}
      >
        {text}
      </textarea>
      <p class="meta">{t.agentCount(MAX_INSTRUCTION_CHARS)}</p>
      <Button>{t.save}</Button>
    </form>
  )
}
