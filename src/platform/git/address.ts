import { lookup } from 'node:dns/promises'
import { isPublicAddress } from '../public-address.ts'

/** A repository URL and the IP addresses that git may connect to for it. */
export type PinnedAddress = { url: string; resolve: string; protocol: 'https' | 'http' }

/** The host name resolves to a private network. */
export class PrivateAddress extends Error {}

/**
 * We resolve the name, refuse addresses that are not public, and pass the result to git, which does not resolve again: a name
 * that resolves differently a moment later (DNS rebinding) has no effect.
 */
export async function pinAddress(address: string, testHosts: boolean): Promise<PinnedAddress> {
  const url = new URL(address)
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  if (testHosts && url.protocol === 'http:' && url.hostname === '127.0.0.1')
    return { url: address, resolve: `127.0.0.1:${port}:127.0.0.1`, protocol: 'http' }
  if (url.protocol !== 'https:') throw new PrivateAddress()
  const found = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true })
  if (found.length === 0 || !found.every((each) => isPublicAddress(each.address))) throw new PrivateAddress()
  const addresses = found.map((each) => (each.family === 6 ? `[${each.address}]` : each.address))
  return { url: address, resolve: `${url.hostname}:${port}:${addresses.join(',')}`, protocol: 'https' }
}
