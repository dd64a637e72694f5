import { isIP } from 'node:net'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import {
  findAuthenticatorError,
  findClientDataError,
  findCredentialError,
  orNull,
  parseAuthenticatorData,
  withoutStatement,
  type PasskeyRefusal,
  type PasskeySite,
} from './checks.ts'
import { COSE_ALGORITHMS } from './cose-key.ts'
import { loadLibrary } from './library.ts'
import { AnyResponse, AuthenticationResponse, ClientData, RegistrationResponse } from './response.ts'

export type { PasskeyRefusal, PasskeySite }

export type StoredPasskey = {
  /** Base64url. */
  credentialId: string
  /** A COSE key. */
  publicKey: Uint8Array
  counter: number
  transports: string[]
}

/** `aaguid` names the model of the authenticator, or is all zeros. Nothing proves it. */
export type NewPasskey = StoredPasskey & { isBackupEligible: boolean; isBackedUp: boolean; aaguid: string }

/** `error`: thrown by the library although our own checks had passed. Log it: it is a signature of the wrong form, or a bug. */
export type RefusedPasskey = { outcome: 'refused'; reason: PasskeyRefusal; error?: Error }

const TIMEOUT_MS = 5 * 60_000

/** Null where browsers offer no passkeys: plain http on anything but localhost, or a bare IP address. */
export function passkeySite(origin: string): PasskeySite | null {
  const url = URL.canParse(origin) ? new URL(origin) : null
  if (!url || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost')
  return isSecure ? { rpId: url.hostname, origin: url.origin, name: 'Codeshelf' } : null
}

/** `exclude`: the passkeys that the user has, so that one authenticator does not create a second passkey. */
export async function registrationOptions(
  site: PasskeySite,
  user: { userId: string; name: string; exclude: Pick<StoredPasskey, 'credentialId' | 'transports'>[] },
): Promise<{ challenge: string; options: PublicKeyCredentialCreationOptionsJSON }> {
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: site.rpId,
    userID: new TextEncoder().encode(user.userId),
    userName: user.name,
    userDisplayName: user.name,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: user.exclude.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: [...COSE_ALGORITHMS],
  })
  return { challenge: options.challenge, options }
}

export async function verifyRegistration(
  site: PasskeySite,
  challenge: string,
  response: unknown,
): Promise<{ outcome: 'verified'; passkey: NewPasskey } | RefusedPasskey> {
  const parsed = RegistrationResponse.safeParse(response)
  if (!parsed.success) return refuse('malformed')
  const { id, response: created } = parsed.data
  const library = await loadLibrary()
  const clientDataError = findClientDataError(
    library,
    { site, type: 'webauthn.create', challenge },
    created.clientDataJSON,
  )
  if (clientDataError !== null) return refuse(clientDataError)
  const unattested = withoutStatement(library, created.attestationObject)
  const data = unattested && parseAuthenticatorData(library, unattested.authenticatorData)
  if (!data) return refuse('malformed')
  const error = findAuthenticatorError(site, data) ?? findCredentialError(library, data, id)
  if (error !== null) return refuse(error)
  try {
    const { attestationObject } = unattested
    const { registrationInfo } = await library.verifyRegistrationResponse({
      response: {
        ...parsed.data,
        response: { clientDataJSON: created.clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      supportedAlgorithmIDs: [...COSE_ALGORITHMS],
    })
    if (!registrationInfo) return refuse('signature')
    return { outcome: 'verified', passkey: toPasskey(registrationInfo, created.transports) }
  } catch (thrown) {
    return refuse('signature', thrown)
  }
}

function toPasskey(info: RegistrationInfo, transports: string[]): NewPasskey {
  return {
    credentialId: info.credential.id,
    publicKey: info.credential.publicKey,
    counter: info.credential.counter,
    transports: [...new Set(transports)],
    isBackupEligible: info.credentialDeviceType === 'multiDevice',
    isBackedUp: info.credentialBackedUp,
    aaguid: info.aaguid,
  }
}

type RegistrationInfo = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

/** Without a list of allowed credentials: the browser shows the passkeys of this site, and the chosen one names the user. */
export async function authenticationOptions(
  site: PasskeySite,
): Promise<{ challenge: string; options: PublicKeyCredentialRequestOptionsJSON }> {
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  })
  return { challenge: options.challenge, options }
}

/** The challenge that a response claims to answer, to look it up. Nothing is verified yet. Null: malformed. */
export function readChallenge(response: unknown): string | null {
  const parsed = AnyResponse.safeParse(response)
  if (!parsed.success) return null
  const clientData = Buffer.from(parsed.data.response.clientDataJSON, 'base64url').toString('utf8')
  return ClientData.safeParse(orNull((): unknown => JSON.parse(clientData))).data?.challenge ?? null
}

/** Which passkey of which user to look up. Nothing is verified yet. Null: malformed. */
export function readAssertion(response: unknown): { credentialId: string; userId: string } | null {
  const parsed = AuthenticationResponse.safeParse(response)
  if (!parsed.success) return null
  const handle = Buffer.from(parsed.data.response.userHandle, 'base64url')
  const userId = orNull(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(handle))
  return userId === null ? null : { credentialId: parsed.data.id, userId }
}

export async function verifyAuthentication(
  site: PasskeySite,
  challenge: string,
  passkey: StoredPasskey,
  response: unknown,
): Promise<{ outcome: 'verified'; counter: number; isBackedUp: boolean } | RefusedPasskey> {
  const parsed = AuthenticationResponse.safeParse(response)
  if (!parsed.success) return refuse('malformed')
  // The library verifies with any key it is given, whatever credential the response names.
  if (parsed.data.id !== passkey.credentialId) return refuse('credential_id')
  const { clientDataJSON, authenticatorData } = parsed.data.response
  const library = await loadLibrary()
  const clientDataError = findClientDataError(library, { site, type: 'webauthn.get', challenge }, clientDataJSON)
  if (clientDataError !== null) return refuse(clientDataError)
  const data = parseAuthenticatorData(library, authenticatorData)
  if (!data) return refuse('malformed')
  const error = findAuthenticatorError(site, data)
  if (error !== null) return refuse(error)
  try {
    const { verified } = await library.verifyAuthenticationResponse({
      response: { ...parsed.data, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      // Zero, because the library would compare counters first: anyone could then report a passkey as cloned without its key.
      credential: { id: passkey.credentialId, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
    })
    if (!verified) return refuse('signature')
  } catch (thrown) {
    return refuse('signature', thrown)
  }
  if (isCloned(passkey.counter, data.counter)) return refuse('counter')
  return { outcome: 'verified', counter: data.counter, isBackedUp: data.flags.bs }
}

/** Synced passkeys do not count: theirs is always zero. */
function isCloned(stored: number, sent: number): boolean {
  return (stored > 0 || sent > 0) && sent <= stored
}

function refuse(reason: PasskeyRefusal, thrown?: unknown): RefusedPasskey {
  return thrown instanceof Error ? { outcome: 'refused', reason, error: thrown } : { outcome: 'refused', reason }
}
