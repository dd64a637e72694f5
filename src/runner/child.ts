import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** The root process of a sandbox, with all three of its pipes. */
export type Child = ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable }
