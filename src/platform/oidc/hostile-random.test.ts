import fc from 'fast-check'
import { expect, test } from 'vitest'
import { honestKey } from '../../../test/hostile-oidc.ts'
import { attempt } from '../../../test/oidc-attempt.ts'

/** Some of these fields, with values of any type. */
const some = (...fields: [string, ...string[]]) =>
  fc.dictionary(fc.constantFrom(...fields), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })

/** Keys that the library accepts up to some point, because part of them is right. */
const key = some('kty', 'crv', 'x', 'y', 'n', 'e', 'use', 'alg', 'key_ops', 'ext').map((field) => ({
  ...honestKey,
  x: 'AAAA',
  ...field,
}))

const answers = fc.record(
  {
    header: some('alg', 'kid', 'typ', 'crit', 'jwk', 'jku', 'x5c', 'b64'),
    claims: some('iss', 'aud', 'azp', 'sub', 'exp', 'iat', 'nbf', 'nonce', 'auth_time', 'name').map(
      (claims) => () => claims,
    ),
    tokens: some('access_token', 'token_type', 'expires_in', 'refresh_token', 'scope', 'id_token'),
    metadata: some(
      'issuer',
      'authorization_endpoint',
      'token_endpoint',
      'jwks_uri',
      'userinfo_endpoint',
      'id_token_signing_alg_values_supported',
      'code_challenge_methods_supported',
      'authorization_response_iss_parameter_supported',
      'token_endpoint_auth_methods_supported',
    ).map((metadata) => () => metadata),
    userinfo: some('sub', 'name', 'groups'),
  },
  { requiredKeys: [] },
)

test('finish refuses every random answer and never throws', async () => {
  const property = fc.asyncProperty(answers, fc.oneof(fc.array(key), fc.jsonValue()), async (answer, keys) => {
    expect((await attempt({ ...answer, keys })).outcome).toMatchObject({ outcome: 'refused' })
  })
  await fc.assert(property, { numRuns: 50 })
})
