import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { sameBytes } from './crypto.ts'

/**
 * OWASP's first choice for argon2id. Each hash takes about 60 ms of one core and this much memory (in KiB). When these numbers
 * rise, every hash is renewed at the next sign-in with its password.
 */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

type Parameters = typeof PARAMETERS

/** Runs in libuv's thread pool, so the event loop goes on. */
const argon2Async = promisify(argon2)

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return format(PARAMETERS, salt, await derive(password, salt, PARAMETERS))
}

export type PasswordCheck = { isRight: boolean; needsRehash: boolean }

export async function checkPassword(password: string, stored: string): Promise<PasswordCheck> {
  const { parameters, salt, hash } = parse(stored)
  const isRight = sameBytes(hash, await derive(password, salt, parameters))
  return { isRight, needsRehash: format(parameters, salt, hash) !== format(PARAMETERS, salt, hash) }
}

/** For names that do not exist. Checking it takes as long as a real one, so that the time of an answer does not tell whether a name exists. */
export const DUMMY_HASH = format(PARAMETERS, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES))

/** The same text can be typed in several Unicode forms, depending on the keyboard. */
async function derive(
  password: string,
  salt: Uint8Array,
  { memory, passes, parallelism }: Parameters,
): Promise<Buffer> {
  return argon2Async('argon2id', {
    message: Buffer.from(password.normalize('NFKC')),
    nonce: salt,
    memory,
    passes,
    parallelism,
    tagLength: HASH_BYTES,
  })
}

function bare(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}

/** PHC string format, which other programs read too. */
function format({ memory, passes, parallelism }: Parameters, salt: Uint8Array, hash: Uint8Array): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(hash)}`
}

function parse(stored: string) {
  const [, memory, passes, parallelism, salt, hash] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored) ?? []
  if (salt === undefined || hash === undefined) throw new Error('A stored password hash is malformed')
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}
