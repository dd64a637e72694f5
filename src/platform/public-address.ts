import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses that lead into somebody's own network, or nowhere. */
const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6')

/** IPv4 written as IPv6 is checked as IPv4 by the list itself. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !PRIVATE.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** A host that can be public: a name with a dot, or a public address. Where the name leads is asked when we connect. */
export function isPublicHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare)) return isPublicAddress(bare)
  return (
    /\.[a-z][a-z0-9-]*$/i.test(bare) && !/\.(localhost|local|internal|intranet|lan|home|corp|test|invalid)$/i.test(bare)
  )
}

/** For `http.request`: a name that leads to a private address is not connected to, whatever it led to a moment ago. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(Object.assign(new Error('private address'), { code: 'EPRIVATE' }), '')
    if (options.all) return callback(null, addresses)
    const [first] = addresses
    callback(null, first?.address ?? '', first?.family)
  })
}
