import { type Logger, pino } from 'pino'

/** JSON lines on standard output. Nothing secret or personal: bodies, headers and addresses are never logged. */
export function createLog(level: string, process: string): Logger {
  return pino({ level, base: { process }, redact: ['req.headers', 'req.remoteAddress'] })
}
