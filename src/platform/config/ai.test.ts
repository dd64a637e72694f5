import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const ai = (environment: Record<string, string>) =>
  loadConfig({ DATABASE_URL: 'postgres://x', MESSENGER_BOT_TOKEN: 't', MESSENGER_BOT_NAME: 'bot', ...environment }).ai

test('loadConfig turns AI off without a provider and rejects a missing model, an unknown provider and an invalid address', () => {
  expect(ai({})).toEqual({ via: 'off' })
  expect(ai({ AI_API_KEY: 'k', AI_MODEL: 'm' })).toEqual({ via: 'off' })
  expect(() => ai({ AI_PROVIDER: 'openai' })).toThrow(/AI_MODEL/)
  expect(() => ai({ AI_PROVIDER: 'oracle', AI_MODEL: 'm' })).toThrow(/AI_PROVIDER/)
  expect(() => ai({ AI_PROVIDER: 'openai', AI_MODEL: 'm', AI_BASE_URL: 'file:///etc' })).toThrow(/AI_BASE_URL/)
})

test('the address defaults to that of the provider and may end with a slash', () => {
  expect(ai({ AI_PROVIDER: 'anthropic', AI_MODEL: 'm' })).toEqual({
    via: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    model: 'm',
    apiKey: null,
    timeoutMs: 20_000,
  })
  expect(ai({ AI_PROVIDER: 'openai', AI_MODEL: 'm', AI_BASE_URL: 'http://127.0.0.1:11434/v1/' })).toMatchObject({
    baseUrl: 'http://127.0.0.1:11434/v1',
  })
})
