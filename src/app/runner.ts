/** Fails closed until the sandbox exists: no wall, no runs. */
export async function run(): Promise<void> {
  throw new Error('The runner needs its sandbox, which is not part of this version.')
}
