import { type Logger, type LoggerOptions, pino } from 'pino'

/** JSON lines on standard output. Nothing secret or personal: bodies, headers and addresses are never logged. */
export function createLog(level: string, process: string): Logger {
  return pino({ ...LOG_OPTIONS, level, base: { process } })
}

export const LOG_OPTIONS: LoggerOptions = {
  redact: ['req.headers', 'req.remoteAddress'],
  serializers: { err: errorForLog },
}

type LoggedError = {
  type: string
  message: string
  stack: string
  code?: string
  constraint?: string
  cause?: LoggedError
}

/**
 * Logs what failed and where, without the data: PostgreSQL's `detail` is the whole row, with the text of a file in it, and other
 * libraries attach requests with their headers to their errors.
 */
function errorForLog(error: unknown): unknown {
  return error instanceof Error ? serialize(error) : error
}

function serialize(error: Error): LoggedError {
  const { code, constraint } = error as Error & { code?: unknown; constraint?: unknown }
  const message = withoutValues(error.message, code)
  return {
    type: error.constructor.name,
    message,
    stack: (error.stack ?? '').replace(error.message, message),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(error.cause instanceof Error && { cause: serialize(error.cause) }),
  }
}

/** "invalid input syntax for type bigint: …": data exceptions of PostgreSQL quote the rejected value. */
function withoutValues(message: string, code: unknown): string {
  return typeof code === 'string' && /^22\w{3}$/.test(code) ? message.replace(/:\s[\s\S]*$/, '') : message
}
