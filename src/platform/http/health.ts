import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { INSTALLATION_HEADER } from './port-owner.ts'
import type { App } from './types.ts'

const PROBE_TIMEOUT_MS = 1_500

/** `/healthz`: the process answers. `/readyz`: it can also serve traffic. */
export function healthRoutes(
  app: App,
  { db, installation }: { db: Db; installation: string },
  isClosing: () => boolean,
): void {
  app.get('/healthz', { config: { auth: 'public', limit: false } }, async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', [INSTALLATION_HEADER]: installation })
    return { ok: true }
  })

  app.get('/readyz', { config: { auth: 'public', limit: false } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const ready = !isClosing() && (await answers(db))
    return reply.code(ready ? 200 : 503).send({ ok: ready })
  })
}

async function answers(db: Db): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), PROBE_TIMEOUT_MS).unref())
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late])
}
