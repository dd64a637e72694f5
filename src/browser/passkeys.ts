import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

export type {
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from '@simplewebauthn/browser'

/** `cancelled`: also when time ran out or there is no passkey, because browsers do not reveal which. */
export type PasskeyOutcome<T> =
  | { outcome: 'done'; response: T }
  | { outcome: 'cancelled' }
  | { outcome: 'failed'; error: Error }

/** `exists`: this authenticator already has a passkey of the user. */
export type CreatePasskeyOutcome = PasskeyOutcome<RegistrationResponseJSON> | { outcome: 'exists' }

/** The ceremony that the page started last. Browsers run one at a time, and the library aborts the one before. */
let latest = 0
/** Settles when an offer can no longer abort a ceremony that starts afterwards. */
let offerStarted: Promise<unknown> = Promise.resolve()

/** Loaded when a ceremony starts, because most pages show a button at most. */
const loadLibrary = () => import('@simplewebauthn/browser')

/** Browsers hide the interface on plain http. */
export function isPasskeySupported(): boolean {
  return 'PublicKeyCredential' in globalThis
}

/** Only during a click, as with `usePasskey`: Safari refuses anything else. */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<CreatePasskeyOutcome> {
  latest++
  try {
    const { startRegistration } = await loadLibrary()
    await offerStarted
    return { outcome: 'done', response: await startRegistration({ optionsJSON: options }) }
  } catch (error) {
    return isNamed(error, 'InvalidStateError') ? { outcome: 'exists' } : toFailure(error)
  }
}

/** The browser's dialog with the passkeys of this site. It replaces the offer in the field. */
export async function usePasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<PasskeyOutcome<AuthenticationResponseJSON>> {
  latest++
  try {
    const { startAuthentication } = await loadLibrary()
    await offerStarted
    return { outcome: 'done', response: await startAuthentication({ optionsJSON: options }) }
  } catch (error) {
    return toFailure(error)
  }
}

/**
 * Adds passkeys to the autofill of the `<input autocomplete="username webauthn">` of the page, where the browser can. The offer
 * has no time limit, but the challenge has: offer again with new options before it expires, which replaces the former offer.
 */
export function offerPasskeyInField(
  options: PublicKeyCredentialRequestOptionsJSON,
  onResponse: (response: AuthenticationResponseJSON) => void,
): void {
  const own = ++latest
  startOffer(options, () => own === latest).then(
    (response) => response && onResponse(response),
    // The user asked for nothing and still has the button, so that a failure is only reported to developers.
    // `NotSupportedError`: this device can hold no passkeys, although the browser has the autofill.
    (error: unknown) =>
      toFailure(error).outcome === 'failed' && !isNamed(error, 'NotSupportedError') && reportError(error),
  )
}

async function startOffer(
  options: PublicKeyCredentialRequestOptionsJSON,
  isLatest: () => boolean,
): Promise<AuthenticationResponseJSON | null> {
  const { browserSupportsWebAuthnAutofill: isSupported, startAuthentication } = await loadLibrary()
  if (!(await isSupported()) || !isLatest()) return null
  const response = startAuthentication({ optionsJSON: options, useBrowserAutofill: true })
  // The library asks the browser once more before it starts. Browsers answer in order: after this answer it has started.
  offerStarted = isSupported().catch(() => null)
  return response
}

function toFailure(error: unknown): { outcome: 'cancelled' } | { outcome: 'failed'; error: Error } {
  if (isNamed(error, 'NotAllowedError') || isNamed(error, 'AbortError')) return { outcome: 'cancelled' }
  return { outcome: 'failed', error: error instanceof Error ? error : new Error(String(error)) }
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name
}
