/**
 * Puts a text that may still be on its way on the clipboard; false when the browser does not allow it. The promise is
 * handed over as it is: Safari forgets the press of the button while we wait.
 */
export async function copyText(text: Promise<string>): Promise<boolean> {
  try {
    const type = 'text/plain'
    await navigator.clipboard.write([new ClipboardItem({ [type]: text.then((each) => new Blob([each], { type })) })])
    return true
  } catch {
    return false
  }
}
