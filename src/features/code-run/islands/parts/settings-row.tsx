import { useSignal } from '@preact/signals'
import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { ALLOWED_IMPORTS, RUN_LIMITS } from '../../limits.ts'
import { runMessages } from '../../messages.ts'
import type { Access } from '../props.ts'
import type { Where } from './session.ts'

type Props = {
  locale: Locale
  access: Access
  where: Where
  timeout: number
  memoryMb: number
  change: (change: { where?: Where; timeout?: number; memoryMb?: number }) => void
}

/** Runner and limits. An option that the user may not choose shows the reason. */
export function SettingsRow({ locale, access, where, timeout, memoryMb, change }: Props) {
  const t = runMessages(locale)
  return (
    <div class="cluster meta gap-2-4">
      <fieldset class="segmented radio-choice run-where small-icons">
        <legend class="visually-hidden">{t.where}</legend>
        {(['server', 'browser'] as const).map((runner) => (
          <label key={runner} class="rings">
            <input
              class="visually-hidden"
              type="radio"
              name="where"
              value={runner}
              checked={where === runner}
              disabled={runner === 'server' && access !== 'open'}
              onChange={() => change({ where: runner })}
            />
            {runner === 'server' && access !== 'open' && <Icon name="lock" />}
            {t[runner]}
          </label>
        ))}
      </fieldset>
      <label class="run-slider row tap gap-2">
        <span>{t.timeout}</span>
        <input
          type="range"
          name="timeout"
          min={1}
          max={RUN_LIMITS.maxTimeoutSeconds}
          value={timeout}
          onInput={(event) => change({ timeout: event.currentTarget.valueAsNumber })}
        />
        <output class="numbers">{t.seconds(timeout)}</output>
      </label>
      <label class="run-slider row tap gap-2" hidden={where !== 'server'}>
        <span>{t.memory}</span>
        <input
          type="range"
          name="memory_limit_mb"
          min={RUN_LIMITS.minMemoryMb}
          max={RUN_LIMITS.maxMemoryMb}
          step={16}
          value={memoryMb}
          onInput={(event) => change({ memoryMb: event.currentTarget.valueAsNumber })}
        />
        <output class="numbers">{t.megabytes(memoryMb)}</output>
      </label>
      {access !== 'open' && <p class="full-row">{access === 'off' ? t.serverOff : t.premiumOnly}</p>}
      {where === 'server' && <AllowedImports locale={locale} />}
    </div>
  )
}

function AllowedImports({ locale }: { locale: Locale }) {
  const t = runMessages(locale)
  const needle = useSignal('')
  const shown = ALLOWED_IMPORTS.filter((name) => name.includes(needle.value.trim().toLowerCase()))
  return (
    <details class="run-imports">
      <summary class="tap">{t.imports(ALLOWED_IMPORTS.length)}</summary>
      <input
        class="input"
        type="search"
        dir="ltr"
        aria-label={t.filterImports}
        placeholder={t.filterImports}
        value={needle.value}
        onInput={(event) => (needle.value = event.currentTarget.value)}
      />
      <ul class="wraps gap-1-2" dir="ltr">
        {shown.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
