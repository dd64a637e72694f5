/** Loaded at the first ceremony: it also parses certificates, which would cost every process 250 ms at start-up and 30 MB. */
export async function loadLibrary() {
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  return { ...server, ...helpers }
}

export type Library = Awaited<ReturnType<typeof loadLibrary>>
