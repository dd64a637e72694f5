/**
 * Copies a text that may still be loading; false when the browser does not allow it. Passes the promise on as it is: Safari
 * allows the copy only during the click event.
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
