/** Fixed limits of one program, the same for every engine; time, memory and output are given per run. */
export const PROCESSES = 64
export const OPEN_FILES = 256
/** Of one file, and of each of the two writable directories. They are memory, and count as memory too. */
export const DISK_BYTES = 32 * 1024 * 1024
export const SHARED_MEMORY_BYTES = 4 * 1024 * 1024
/** Beyond this a program is killed; below it, output that is not kept is read and dropped. Both streams together. */
export const OUTPUT_LIMIT_BYTES = 4 * 1024 * 1024
/** How long an engine may take until Python inside it is ready. Long, for a busy machine. */
export const READY_TIMEOUT_MS = 20_000
