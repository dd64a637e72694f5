type Props = {
  name: string
  label: string
  /** The first is chosen. */
  options: readonly { value: string; label: string; name?: string }[]
}

/** A choice that the style sheet itself answers (`:has(:checked)`), so it works without script. */
export function RadioChoice({ name, label, options }: Props) {
  return (
    <fieldset class="radio-choice">
      <legend class="visually-hidden">{label}</legend>
      {options.map((option, i) => (
        <label key={option.value} title={option.name ?? option.label}>
          {/* Browsers keep a chosen radio over a reload; the page would show what its switch does not say. */}
          <input
            class="visually-hidden"
            type="radio"
            name={name}
            value={option.value}
            checked={i === 0}
            autocomplete="off"
            aria-label={option.name}
          />
          <span class={`radio-face radio-${name}-${option.value}`}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
