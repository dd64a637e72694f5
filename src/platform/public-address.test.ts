import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress, isPublicHost, publicLookup } from './public-address.ts'

/** IANA's registries of special-purpose addresses, and IPv4 in every form that IPv6 has for it. */
const SPECIAL = `
  0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1
  192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1
  239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::127.0.0.1 ::a00:1 ::ffff:127.0.0.1
  ::ffff:7f00:1 ::ffff:0:7f00:1 ::ffff:0:10.0.0.1 64:ff9b::7f00:1 64:ff9b::10.0.0.1 64:ff9b:1::1 100::1
  100:0:0:1::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1 2001:20::1 2001:db8::1
  2002:7f00:1:: 2002:a00:1::1 3fff::1 3fff:fff::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 feff::1
  ff02::1 4000::1 8000::1 e000::1
`
  .trim()
  .split(/\s+/)
const PUBLIC = ['1.1.1.1', '8.8.8.8', '172.32.0.1', '192.0.1.1', '198.20.0.1', '223.255.255.255', '2606:4700::1111']

describe('isPublicAddress', () => {
  test.each(SPECIAL)('rejects %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
    expect(isPublicHost(address.includes(':') ? `[${address}]` : address)).toBe(false)
  })

  test.each([...PUBLIC, '2a00:1450:4001:80b::200e', '2001:4860:4860::8888'])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test('rejects every private IPv4 address in every form that IPv6 has for it', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    const address = fc.tuple(fc.constantFrom(10, 127, 0, 224, 255), byte, byte, byte)
    fc.assert(
      fc.property(address, (bytes) => {
        const [a, b, c, d] = bytes
        const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
        const forms = [`::${hex}`, `::ffff:${hex}`, `::ffff:0:${hex}`, `64:ff9b::${hex}`, `2002:${hex}::1`]
        for (const form of [bytes.join('.'), `::ffff:${bytes.join('.')}`, ...forms])
          expect(isPublicAddress(form), form).toBe(false)
      }),
    )
  })

  test('rejects strings that are no address', () => {
    for (const text of ['', 'localhost', '1.2.3', '::g', 'fe80::1%eth0']) expect(isPublicAddress(text)).toBe(false)
  })
})

describe('publicLookup', () => {
  // The resolver of every machine knows this name; that a name was public when it was stored says nothing about its address now.
  test.each([{}, { all: true }, { family: 4 }])(
    'refuses a name that resolves to a private address, with %o',
    async (options) => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      publicLookup('localhost', options, (error) => resolve(error))
      expect(await promise).toMatchObject({ code: 'EPRIVATE' })
    },
  )
})
