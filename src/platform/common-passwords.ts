/** The 49,000 most common passwords, in lower case. Loaded with the first password that somebody chooses. */
export async function commonPasswords(): Promise<ReadonlySet<string>> {
  cached ??= load()
  return cached
}

let cached: Promise<ReadonlySet<string>> | null = null

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
