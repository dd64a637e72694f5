import { z } from 'zod'
import { onlyArgument, openApi, type Run } from '../command.ts'
import { Complaint, readText } from '../io.ts'

const Limits = z.object({ limits: z.record(z.string(), z.number()) })
const Result = z.object({
  success: z.boolean(),
  stdout: z.string(),
  stderr: z.string(),
  exit_code: z.number(),
  truncated: z.boolean(),
  error: z.string().nullable(),
})

export const run: Run = async (io, args, options) => {
  const code = await readText(io, onlyArgument(args, 'run FILE.py|-'))
  const { api } = await openApi(io)
  const { limits } = await api.get('/api/code/run/limits', Limits)
  const body = {
    code,
    timeout: limits['default_timeout_seconds'] ?? 5,
    memory_limit_mb: limits['default_memory_mb'] ?? 128,
  }
  const result = await api.post('/api/code/run', body, Result)
  if (options.json) io.out(`${JSON.stringify(result)}\n`)
  else {
    io.out(result.stdout)
    io.err(result.stderr)
    if (result.truncated) io.err('[output was cut]\n')
  }
  if (!result.success) throw new Complaint(result.error ?? `The program ended with ${result.exit_code}.`)
}
