/** Whether a name of a host is this machine, as people write it and as it stands in a URL. */
export function isLoopback(host: string): boolean {
  return ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host)
}
