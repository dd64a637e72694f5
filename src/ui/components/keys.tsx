/** A key combination, `Ctrl` + `K`; always left to right, as on the keyboard. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span class="keys" dir="ltr">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
