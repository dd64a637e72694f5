import { z } from 'zod'

/** Canonical base64url only: two texts of the same bytes would be two credential ids. */
function base64Url(maxBytes: number) {
  return z
    .string()
    .min(2)
    .max(Math.ceil((maxBytes * 4) / 3))
    .refine((text) => Buffer.from(text, 'base64url').toString('base64url') === text)
}

/** The specification limits credential ids to 1023 bytes and user handles to 64. */
const CREDENTIAL_ID = base64Url(1_023)
const CLIENT_DATA = base64Url(4_096)

const credential = { id: CREDENTIAL_ID, rawId: z.string(), type: z.literal('public-key') }
const hasOneId = ({ id, rawId }: { id: string; rawId: string }) => id === rawId

/** The answer of `navigator.credentials.create`. */
export const RegistrationResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: CLIENT_DATA,
      attestationObject: base64Url(16_384),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,32}$/))
        .max(16)
        .default([]),
    }),
  })
  .refine(hasOneId)

/** The answer of `navigator.credentials.get`. Without a list of allowed credentials only the user handle names the user. */
export const AuthenticationResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: CLIENT_DATA,
      authenticatorData: base64Url(4_096),
      signature: base64Url(1_024),
      userHandle: base64Url(64),
    }),
  })
  .refine(hasOneId)

/** Either of the two, for the challenge that both contain. */
export const AnyResponse = z.object({ response: z.object({ clientDataJSON: CLIENT_DATA }) })

/** What the browser signed with the authenticator. An empty challenge is never ours. */
export const ClientData = z.object({
  type: z.string(),
  challenge: z.string().min(1),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.string().optional(),
})
