import { formatNumber, type Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { tokenMessages } from '../messages.ts'
import { LIFETIMES, MAX_NAME_CHARS, OFFERED_BUDGETS, SCOPES, DEFAULT_BUDGET } from '../token.ts'

export function TokenForm({ locale }: { locale: Locale }) {
  const t = tokenMessages(locale)
  return (
    <form class="token-form wraps gap-4 items-bottom" method="post" action="/settings/tokens" data-confirms>
      <label class="field">
        {t.name}
        <input
          class="input"
          name="name"
          required
          maxLength={MAX_NAME_CHARS}
          dir="auto"
          placeholder={t.namePlaceholder}
          autocomplete="off"
        />
      </label>
      <fieldset class="wraps gap-2-4">
        <legend class="meta">{t.scopes}</legend>
        {SCOPES.map((scope) => (
          <label key={scope} class="tick">
            <input type="checkbox" name="scopes" value={scope} checked={scope === 'read'} autocomplete="off" />
            {t[scope]}
          </label>
        ))}
      </fieldset>
      <label class="field">
        {t.lifetime}
        <select class="input" name="days" autocomplete="off">
          {LIFETIMES.map((days) => (
            <option key={days} value={String(days)} selected={days === 90}>
              {days === null ? t.forever : t.days(days)}
            </option>
          ))}
        </select>
      </label>
      <PerDay locale={locale} name="writes_per_day" label={t.writesPerDay} offered="writes" />
      <PerDay locale={locale} name="runs_per_day" label={t.runsPerDay} offered="runs" />
      <Button kind="primary">{t.create}</Button>
    </form>
  )
}

type PerDayProps = { locale: Locale; name: string; label: string; offered: keyof typeof OFFERED_BUDGETS }

function PerDay({ locale, name, label, offered }: PerDayProps) {
  const t = tokenMessages(locale)
  return (
    <label class="field">
      {label}
      <select class="input" name={name} autocomplete="off">
        {OFFERED_BUDGETS[offered].map((n) => (
          <option key={n} value={String(n)} selected={n === DEFAULT_BUDGET[offered]}>
            {n === null ? t.noLimit : formatNumber(locale, n)}
          </option>
        ))}
      </select>
    </label>
  )
}
