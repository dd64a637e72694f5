/** A group of processes with limits that they cannot leave. One per sandbox. */
export type Group = {
  /** Whoever writes `0` into each of these is inside, with all its children. */
  doors: readonly string[]
  limitMemory: (bytes: number) => void
  /** Idle sandboxes take no time of the processor. Does nothing where the kernel cannot. */
  freeze: () => void
  thaw: () => void
  counts: () => { oomKills: number; processesRefused: number }
  /** Ends everything inside and waits until it is gone, then removes the group. */
  end: () => Promise<void>
}

export type GroupLimits = { tasks: number; cores: number }

export type Groups = {
  /** For people. */
  about: string
  create: (name: string, limits: GroupLimits) => Group
  /** Groups that exist now, by name: there must be none when nothing runs. */
  names: () => string[]
}

/** Everything of a runner stands under this name and its process id. */
export const PREFIX = 'codeshelf-runner-'
