/** The page's `<style id>` with the nonce: the browser hides the attribute from everything but the element itself. */
export function readStyleNonce(id: string): string {
  const element = document.getElementById(id)
  return element instanceof HTMLElement ? element.nonce : ''
}
