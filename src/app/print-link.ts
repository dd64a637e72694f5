import { isLoopback } from '#base/loopback.ts'

/** To the terminal of whoever runs a command, who may sit at another machine than the one that the link names. */
export function printLink(link: string): void {
  process.stdout.write(`Good once, for an hour:\n${link}\n`)
  const { hostname, port: given } = new URL(link)
  const port = given || '80'
  if (!isLoopback(hostname)) return
  process.stderr.write(`It opens on this machine only. From another one there are two ways:
  - a tunnel, without a change here: ssh -L ${port}:localhost:${port} <this machine>, then open the link there
  - an address for everybody: BASE_URL with a proxy for https (docs/proxy.md), then this command again\n`)
}
