import { isIPv6 } from 'node:net'

/**
 * The rate limit key of a network address. An IPv6 customer holds at least a /64 and can choose among its 2^64 addresses, so
 * all of them count as one. IPv4 written as IPv6 is the same address as IPv4.
 */
export function addressKey(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const groups = expand(bare)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return dotted(groups)
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an IPv6 address in any notation. */
function expand(address: string): number[] {
  const [head = [], tail] = address.split('::').map(groupsOf)
  if (tail === undefined) return [...head]
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

function groupsOf(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

function dotted([, , , , , , high = 0, low = 0]: readonly number[]): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
