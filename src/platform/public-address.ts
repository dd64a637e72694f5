import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Private, reserved and unroutable addresses. Two lists, because one would compare IPv4 with the IPv6 ranges too. */
const PRIVATE = {
  ipv4: blockList('ipv4', [
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
  ]),
  // Only 2000::/3 is routed on the internet. Outside of it are loopback, private and link-local addresses, multicast, and IPv4
  // in its IPv6 forms: compatible ::/96, mapped ::ffff:0:0/96, translated ::ffff:0:0:0/96 and 64:ff9b::/96.
  ipv6: blockList('ipv6', [
    ['::', 3],
    ['4000::', 2],
    ['8000::', 1],
    ['2001::', 23], // protocol assignments, Teredo among them
    ['2001:db8::', 32],
    ['2002::', 16], // 6to4: an IPv4 address, private ones too
    ['3fff::', 20],
  ]),
}

function blockList(family: 'ipv4' | 'ipv6', ranges: readonly (readonly [net: string, bits: number])[]): BlockList {
  const list = new BlockList()
  for (const [net, bits] of ranges) list.addSubnet(net, bits, family)
  return list
}

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  return family === 6 ? !PRIVATE.ipv6.check(address, 'ipv6') : !PRIVATE.ipv4.check(address, 'ipv4')
}

/** A host that can be public: a name with a dot, or a public address. The name is resolved when we connect. */
export function isPublicHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare)) return isPublicAddress(bare)
  return (
    /\.[a-z][a-z0-9-]*$/i.test(bare) && !/\.(localhost|local|internal|intranet|lan|home|corp|test|invalid)$/i.test(bare)
  )
}

/** For `http.request`: refuses names that resolve to a private address at the time of the connection (DNS rebinding). */
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
