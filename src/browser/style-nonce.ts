/** The page's `<style id>` that carries the nonce: the browser hides it from everything but the element itself. */
export function readStyleNonce(id: string): string {
  const element = document.getElementById(id)
  return element instanceof HTMLElement ? element.nonce : ''
}
