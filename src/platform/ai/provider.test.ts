import { expect, test } from 'vitest'
import { chat, json, message, startAiProvider, type Manner } from '../../../test/ai-provider.ts'
import { openAiProvider } from './provider.ts'

const QUESTION = { system: 'be brief', user: 'why?' }
const KEY = 'key-of-the-provider'

async function open(via: 'openai' | 'anthropic', manner: Manner, timeoutMs = 5_000) {
  const stand = await startAiProvider(manner)
  const baseUrl = via === 'openai' ? `${stand.url}/v1` : stand.url
  const provider = openAiProvider({ via, baseUrl, model: 'm-1', apiKey: KEY, timeoutMs })
  if (!provider) throw new Error('no provider')
  return { ...stand, ask: (key = 'k') => provider.ask(key, QUESTION) }
}

test('a chat completions request follows the protocol', async () => {
  await using stand = await open('openai', chat('because'))
  expect(await stand.ask()).toEqual({ outcome: 'answered', words: 'because' })
  const [heard] = stand.heard
  expect(heard).toMatchObject({ url: '/v1/chat/completions', headers: { authorization: `Bearer ${KEY}` } })
  expect(JSON.parse(heard?.body ?? '')).toEqual({
    model: 'm-1',
    messages: [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'why?' },
    ],
    stream: false,
  })
})

test('a messages request follows the protocol', async () => {
  await using stand = await open('anthropic', message('because'))
  expect(await stand.ask()).toEqual({ outcome: 'answered', words: 'because' })
  const [heard] = stand.heard
  expect(heard).toMatchObject({
    url: '/v1/messages',
    headers: { 'x-api-key': KEY, 'anthropic-version': '2023-06-01' },
  })
  expect(heard?.headers.authorization).toBeUndefined()
  expect(JSON.parse(heard?.body ?? '')).toMatchObject({
    model: 'm-1',
    system: 'be brief',
    messages: [{ role: 'user', content: 'why?' }],
  })
})

const big = 'x'.repeat(70_000)
const never: Manner = () => {}
const halfway: Manner = (response) => void response.writeHead(200).write('{"choices": [')
const endless: Manner = (response) => {
  const timer = setInterval(() => response.write(big), 1)
  response.on('close', () => clearInterval(timer))
}

test.each([
  { trouble: 'silence', manner: never, reason: 'timeout', status: 0 },
  { trouble: 'silence in the middle', manner: halfway, reason: 'timeout', status: 0 },
  { trouble: '500', manner: json({ error: 'sorry' }, 500), reason: 'refused', status: 500 },
  { trouble: '429', manner: json({ error: 'slow down' }, 429), reason: 'refused', status: 429 },
  { trouble: '401', manner: json({ error: 'who are you' }, 401), reason: 'refused', status: 401 },
  { trouble: 'no JSON', manner: ((r) => void r.end('<html>')) as Manner, reason: 'malformed', status: 0 },
  { trouble: 'another JSON', manner: json({ choices: [] }), reason: 'malformed', status: 0 },
  { trouble: 'a large answer', manner: chat(big), reason: 'too_large', status: 0 },
  { trouble: 'an answer without end', manner: endless, reason: 'too_large', status: 0 },
  { trouble: 'a hang-up', manner: ((r) => void r.destroy()) as Manner, reason: 'unreachable', status: 0 },
])('ask fails with reason $reason on $trouble', async ({ manner, reason, status }) => {
  await using stand = await open('openai', manner, reason === 'timeout' ? 400 : 20_000)
  expect(await stand.ask()).toEqual({ outcome: 'failed', reason, status })
})

test('ask does not follow a redirect, which would leak the question and the key', async () => {
  await using elsewhere = await startAiProvider(chat('mine now'))
  await using stand = await open('openai', (response) => {
    response.writeHead(307, { location: `${elsewhere.url}/v1/chat/completions` }).end()
  })
  expect(await stand.ask()).toMatchObject({ outcome: 'failed' })
  expect(elsewhere.heard).toEqual([])
})

test('ask shares one request between concurrent calls with the same key', async () => {
  await using stand = await open('openai', async (response, heard) => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    await chat('because')(response, heard)
  })
  const answers = await Promise.all([stand.ask('a'), stand.ask('a'), stand.ask('b')])
  expect(answers.map(({ outcome }) => outcome)).toEqual(['answered', 'answered', 'answered'])
  expect(stand.heard).toHaveLength(2)
  await stand.ask('a')
  expect(stand.heard).toHaveLength(3)
})

test('there is no provider when none is configured', () => {
  expect(openAiProvider({ via: 'off' })).toBeNull()
})
