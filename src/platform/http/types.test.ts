import { expect, test } from 'vitest'
import { z } from 'zod'
import type { App } from './types.ts'

test('a route that declares its reply does not compile without a sentence', () => {
  const addRoutes = (app: App) => {
    const response = { 200: z.string() }
    app.get('/api/a', { schema: { sentence: { he: 'א', en: 'A' }, response } }, () => 'a')
    app.get('/page', { schema: { querystring: z.object({}) } }, () => 'a')
    // @ts-expect-error there is no sentence
    app.get('/api/b', { schema: { response } }, () => 'b')
  }
  expect(addRoutes).toBeTypeOf('function')
})
