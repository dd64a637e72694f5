const SIGNED_OUT = 'codeshelf:signed-out'

let isSignedOut = false

/** The session ended while the user was working. Editors keep unsaved text; the shell displays a link to sign in. */
export function emitSignedOut(): void {
  isSignedOut = true
  document.dispatchEvent(new CustomEvent(SIGNED_OUT))
}

/** Runs when the session ended, also when that was before this listener was registered: the shell hydrates last. */
export function onSignedOut(run: () => void): () => void {
  if (isSignedOut) run()
  document.addEventListener(SIGNED_OUT, run)
  return () => document.removeEventListener(SIGNED_OUT, run)
}
