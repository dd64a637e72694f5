import { type SeedFile, text } from './seed-file.ts'

const WEBHOOK = text`
import { createHmac, timingSafeEqual } from 'node:crypto'

/** True when the body was signed with our secret. Compares in constant time. */
export function isGenuine(body: Buffer, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature.replace(/^sha256=/, ''), 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
`

const ROUTES_V1 = text`
from flask import Flask, request

app = Flask(__name__)


@app.post("/hook")
def hook():
    print(request.json)
    return "", 204
`

const ROUTES_V2 = text`
from flask import Flask, abort, request

from signing import is_genuine

app = Flask(__name__)


@app.post("/hook")
def hook():
    # חתימה שגויה נענית כמו כתובת שאינה קיימת
    if not is_genuine(request.get_data(), request.headers.get("X-Signature", "")):
        abort(404)
    handle(request.get_json())
    return "", 204


def handle(event: dict) -> None:
    match event:
        case {"kind": "push", "ref": str(ref)}:
            print(f"push to {ref}")
        case _:
            print("אירוע לא מוכר:", event.get("kind"))
`

const NOTES = text`
# Webhook notes

1. Verify the signature **before** parsing.
2. Answer within 3 seconds, work in the background.
3. Deliveries may repeat: store the delivery id.

- [x] signature
- [ ] queue
- [ ] metrics: ${'`deliveries_total{outcome}`'}
`

const DOCKER = text`
FROM node:26-slim AS build
WORKDIR /app
COPY package*.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:26-slim
WORKDIR /app
COPY --from=build /app/dist ./dist
USER node
CMD ["node", "dist/main.js"]
`

export const OMER: readonly SeedFile[] = [
  {
    name: 'webhook.ts',
    tags: ['security', 'node'],
    versions: [{ daysAgo: 15, content: WEBHOOK }],
    isPinned: true,
  },
  {
    name: 'hook.py',
    description: 'The receiving end',
    tags: ['python'],
    versions: [
      { daysAgo: 16, content: ROUTES_V1 },
      { daysAgo: 4, content: ROUTES_V2 },
    ],
    isFavorite: true,
  },
  { name: 'webhook-notes.md', tags: ['notes'], versions: [{ daysAgo: 3, content: NOTES }] },
  { name: 'Dockerfile', versions: [{ daysAgo: 44, content: DOCKER }] },
]

const HEALTH = text`
#!/usr/bin/env bash
# בודק שכל השירותים עונים; יוצא בקוד 1 אם אחד מהם לא
status=0
for host in web-1 web-2 worker-1; do
  if curl --silent --fail --max-time 2 "http://$host:3000/readyz" > /dev/null; then
    echo "תקין   $host"
  else
    echo "לא עונה $host"
    status=1
  fi
done
exit $status
`

const SLOW = text`
-- The slowest statements of the last day
select round(mean_exec_time::numeric, 1) as mean_ms, calls, left(query, 80) as query
from pg_stat_statements
where calls > 100
order by mean_exec_time desc
limit 20;
`

export const NOA: readonly SeedFile[] = [
  { name: 'health.sh', tags: ['ops'], versions: [{ daysAgo: 8, content: HEALTH }], isPinned: true },
  { name: 'slow-statements.sql', tags: ['ops', 'sql'], versions: [{ daysAgo: 29, content: SLOW }] },
]
