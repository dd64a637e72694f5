import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPasskey, isPasskeySupported, offerPasskeyInField, usePasskey } from './passkeys.ts'

const REQUEST = { challenge: 'c2hlbGY', rpId: 'shelf.example.org' }
const CREATION = {
  challenge: 'c2hlbGY',
  rp: { id: 'shelf.example.org', name: 'Codeshelf' },
  user: { id: 'dXNlcg', name: 'Dana', displayName: 'Dana' },
  pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
}

/** One call of the browser's function, to be answered by the test. */
type Ceremony = {
  mediation: string
  signal: AbortSignal
  answer: (credential: unknown) => void
  fail: (error: Error) => void
}

const bytes = new Uint8Array([1, 2, 3]).buffer
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { authenticatorData: bytes, clientDataJSON: bytes, attestationObject: bytes, signature: bytes },
  getClientExtensionResults: () => ({}),
}

let ceremonies: Ceremony[]
let fields: unknown[]
let isAutofillSupported: () => Promise<boolean>
const reported = vi.fn()

function start({ mediation = 'modal', signal }: { mediation?: string; signal: AbortSignal }): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  signal.addEventListener('abort', () => reject(named('AbortError')))
  ceremonies.push({ mediation, signal, answer: resolve, fail: reject })
  return promise
}

function named(name: string): Error {
  return Object.assign(new Error(name), { name })
}

/** Longer than vi.waitFor's own second: the first ceremony loads the library, which takes longer on a busy machine. */
const WAIT = { interval: 1, timeout: 30_000 }
const started = (count: number) => vi.waitFor(() => expect(ceremonies).toHaveLength(count), WAIT)

beforeEach(() => {
  ceremonies = []
  fields = ['<input autocomplete="username webauthn">']
  isAutofillSupported = () => Promise.resolve(true)
  reported.mockClear()
  const isConditionalMediationAvailable = () => isAutofillSupported()
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => null, { isConditionalMediationAvailable }),
  )
  vi.stubGlobal('navigator', { credentials: { create: start, get: start } })
  vi.stubGlobal('document', { querySelectorAll: () => fields })
  vi.stubGlobal('location', { hostname: 'shelf.example.org' })
  vi.stubGlobal('reportError', reported)
})
afterEach(() => void vi.unstubAllGlobals())

test('isPasskeySupported is false where the browser hides the interface', () => {
  expect(isPasskeySupported()).toBe(true)
  vi.unstubAllGlobals()
  expect(isPasskeySupported()).toBe(false)
})

describe.each([
  ['createPasskey', () => createPasskey(CREATION)],
  ['usePasskey', () => usePasskey(REQUEST)],
])('%s', (_name, ceremony) => {
  test('returns the response as JSON', async () => {
    const outcome = ceremony()
    await started(1)
    ceremonies[0]?.answer(credential)
    expect(await outcome).toMatchObject({
      outcome: 'done',
      response: { id: 'AQID', response: { clientDataJSON: 'AQID' } },
    })
  })

  test.each(['NotAllowedError', 'AbortError'])('is cancelled after %s', async (name) => {
    const outcome = ceremony()
    await started(1)
    ceremonies[0]?.fail(named(name))
    expect(await outcome).toEqual({ outcome: 'cancelled' })
  })

  test.each(['SecurityError', 'NotSupportedError', 'UnknownError', 'TypeError'])('fails after %s', async (name) => {
    const outcome = ceremony()
    await started(1)
    ceremonies[0]?.fail(named(name))
    expect(await outcome).toMatchObject({ outcome: 'failed', error: { name } })
  })

  test('fails when the browser returns nothing or has no passkeys', async () => {
    const outcome = ceremony()
    await started(1)
    ceremonies[0]?.answer(null)
    expect(await outcome).toMatchObject({ outcome: 'failed' })
    vi.stubGlobal('PublicKeyCredential', undefined)
    expect(await ceremony()).toMatchObject({ outcome: 'failed' })
  })
})

test('createPasskey reports that the authenticator has a passkey already', async () => {
  const outcome = createPasskey(CREATION)
  await started(1)
  ceremonies[0]?.fail(named('InvalidStateError'))
  expect(await outcome).toEqual({ outcome: 'exists' })
})

describe('offerPasskeyInField', () => {
  test('calls back with the response of the passkey chosen in the field', async () => {
    const onResponse = vi.fn()
    offerPasskeyInField(REQUEST, onResponse)
    await started(1)
    expect(ceremonies[0]?.mediation).toBe('conditional')
    ceremonies[0]?.answer(credential)
    await vi.waitFor(() => expect(onResponse).toHaveBeenCalledWith(expect.objectContaining({ id: 'AQID' })), WAIT)
  })

  test('ends without a report when the button is used', async () => {
    const onResponse = vi.fn()
    offerPasskeyInField(REQUEST, onResponse)
    await started(1)
    const outcome = usePasskey(REQUEST)
    await started(2)
    expect(ceremonies.map(({ signal }) => signal.aborted)).toEqual([true, false])
    ceremonies[1]?.answer(credential)
    expect(await outcome).toMatchObject({ outcome: 'done' })
    expect(onResponse).not.toHaveBeenCalled()
    expect(reported).not.toHaveBeenCalled()
  })

  test('does not start when the button was used first', async () => {
    offerPasskeyInField(REQUEST, vi.fn())
    const outcome = usePasskey(REQUEST)
    await started(1)
    expect(ceremonies[0]?.mediation).toBe('modal')
    ceremonies[0]?.answer(credential)
    expect(await outcome).toMatchObject({ outcome: 'done' })
    expect(ceremonies).toHaveLength(1)
  })

  test('does not abort the ceremony of the button that is used while the offer starts', async () => {
    const answers: ((isSupported: boolean) => void)[] = []
    isAutofillSupported = () => new Promise((resolve) => answers.push(resolve))
    offerPasskeyInField(REQUEST, vi.fn())
    await vi.waitFor(() => expect(answers).toHaveLength(1), WAIT)
    answers[0]?.(true)
    await vi.waitFor(() => expect(answers).toHaveLength(3), WAIT)
    const outcome = usePasskey(REQUEST)
    await new Promise((resolve) => setTimeout(resolve, 20))
    for (const answer of answers) answer(true)
    await started(2)
    expect(ceremonies.map(({ mediation, signal }) => [mediation, signal.aborted])).toEqual([
      ['conditional', true],
      ['modal', false],
    ])
    ceremonies[1]?.answer(credential)
    expect(await outcome).toMatchObject({ outcome: 'done' })
  })

  test('replaces the former offer', async () => {
    const former = vi.fn()
    offerPasskeyInField(REQUEST, former)
    await started(1)
    const onResponse = vi.fn()
    offerPasskeyInField(REQUEST, onResponse)
    await started(2)
    expect(ceremonies[0]?.signal.aborted).toBe(true)
    ceremonies[1]?.answer(credential)
    await vi.waitFor(() => expect(onResponse).toHaveBeenCalledOnce(), WAIT)
    expect(former).not.toHaveBeenCalled()
  })

  test('does nothing when the browser has no autofill of passkeys', async () => {
    isAutofillSupported = () => Promise.resolve(false)
    offerPasskeyInField(REQUEST, vi.fn())
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(ceremonies).toEqual([])
    expect(reported).not.toHaveBeenCalled()
  })

  test('reports nothing when the device can hold no passkeys', async () => {
    offerPasskeyInField(REQUEST, vi.fn())
    await started(1)
    ceremonies[0]?.fail(named('NotSupportedError'))
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(reported).not.toHaveBeenCalled()
  })

  test('reports an error when the page has no field for it', async () => {
    fields = []
    offerPasskeyInField(REQUEST, vi.fn())
    await vi.waitFor(() => expect(reported).toHaveBeenCalledOnce(), WAIT)
    expect(ceremonies).toEqual([])
  })
})
