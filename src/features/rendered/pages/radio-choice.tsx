type Props = {
  name: string
  label: string
  /** The first option is selected by default. */
  options: readonly { value: string; label: string; name?: string }[]
}

/** A choice that the style sheet applies (`:has(:checked)`), so it works without script. */
export function RadioChoice({ name, label, options }: Props) {
  return (
    <fieldset class="segmented radio-choice">
      <legend class="visually-hidden">{label}</legend>
      {options.map((option, i) => (
        <label key={option.value} class="rings" title={option.name ?? option.label}>
          {/* Browsers restore a selected radio after a reload, and the page would no longer match its switch. */}
          <input
            class="visually-hidden"
            type="radio"
            name={name}
            value={option.value}
            checked={i === 0}
            autocomplete="off"
            aria-label={option.name}
          />
          <span class={`radio-face inline-row gap-2 radio-${name}-${option.value}`}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
