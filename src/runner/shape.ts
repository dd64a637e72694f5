/** How much of the machine one program gets. The same for every engine; time, memory and output are asked for per run. */
export const PROCESSES = 64
export const OPEN_FILES = 256
/** Of one file, and of each of the two folders it may write to. They are memory, and count as memory too. */
export const DISK_BYTES = 32 * 1024 * 1024
export const SHARED_MEMORY_BYTES = 4 * 1024 * 1024
/** Past this a program is ended; below it, what is not kept is read and dropped. Both streams together. */
export const OUTPUT_LIMIT_BYTES = 4 * 1024 * 1024
/** How long an engine may take until Python inside it says that it is ready. A busy machine takes its time. */
export const READY_TIMEOUT_MS = 20_000
