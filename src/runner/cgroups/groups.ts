/** A group of processes with limits that they cannot leave. One per sandbox. */
export type Group = {
  /** A process that writes `0` into each of these joins the group, with all its children. */
  doors: readonly string[]
  limitMemory: (bytes: number) => void
  /** Freezes idle sandboxes, so that they use no processor time. Does nothing where the kernel has no freezer. */
  freeze: () => void
  thaw: () => void
  counts: () => { oomKills: number; processesRefused: number }
  /** Kills everything inside, waits for its exit, then removes the group. */
  end: () => Promise<void>
}

export type GroupLimits = { tasks: number; cores: number }

export type Groups = {
  /** For the log. */
  about: string
  create: (name: string, limits: GroupLimits) => Group
  /** Names of the existing groups: there must be none when nothing runs. */
  names: () => string[]
}

/** All groups of a runner have this name and its process id. */
export const PREFIX = 'codeshelf-runner-'
