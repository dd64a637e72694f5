import { z } from 'zod'

/** `system` says what is wanted, `user` what it is about. */
export type Question = { system: string; user: string }

/** How one kind of endpoint is asked, and where its answer holds the words. */
export type Protocol = {
  path: string
  headers: (apiKey: string | null) => Record<string, string>
  body: (model: string, question: Question) => unknown
  /** Throws what zod throws when the answer is not one. */
  wordsIn: (answer: unknown) => string
}

/** An explanation is half of it. One protocol wants a number; the other has two names for it, and endpoints that know only one. */
const MAX_TOKENS = 2_000

const ChatCompletion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
})
const Message = z.object({ content: z.array(z.object({ type: z.string(), text: z.string().optional() })) })

export const PROTOCOLS: Readonly<Record<'openai' | 'anthropic', Protocol>> = {
  openai: {
    path: '/chat/completions',
    headers: (apiKey): Record<string, string> => (apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    body: (model, { system, user }) => ({
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      stream: false,
    }),
    wordsIn: (answer) => ChatCompletion.parse(answer).choices[0]?.message.content ?? '',
  },
  anthropic: {
    path: '/v1/messages',
    headers: (apiKey) => ({ 'anthropic-version': '2023-06-01', ...(apiKey !== null && { 'x-api-key': apiKey }) }),
    body: (model, { system, user }) => ({
      model,
      max_tokens: MAX_TOKENS,
      system,
      messages: [{ role: 'user', content: user }],
    }),
    wordsIn: (answer) =>
      Message.parse(answer)
        .content.filter(({ type }) => type === 'text')
        .map(({ text }) => text ?? '')
        .join(''),
  },
}
