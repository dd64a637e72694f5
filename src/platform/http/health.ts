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
  const probe = oncePerSecond(() => answers(db))
  app.get('/healthz', { config: { auth: 'public', limit: false } }, async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', [INSTALLATION_HEADER]: installation })
    return { ok: true }
  })

  app.get('/readyz', { config: { auth: 'public', limit: false } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const ready = !isClosing() && (await probe())
    return reply.code(ready ? 200 : 503).send({ ok: ready })
  })
}

/** Anybody may ask, so the answer is kept: a thousand requests a second cost one statement. */
function oncePerSecond(ask: () => Promise<boolean>): () => Promise<boolean> {
  let known: Promise<boolean> | null = null
  let until = 0
  return () => {
    const now = performance.now()
    if (!known || now >= until) {
      until = now + 1_000
      known = ask()
    }
    return known
  }
}

async function answers(db: Db): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), PROBE_TIMEOUT_MS).unref())
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late])
}
