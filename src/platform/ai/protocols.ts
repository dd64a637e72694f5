import { z } from 'zod'

/** `system` is the instruction, `user` the material it applies to. */
export type Prompt = { system: string; user: string }

/** How to build a request for one kind of endpoint, and where its response holds the text. */
export type Protocol = {
  path: string
  headers: (apiKey: string | null) => Record<string, string>
  body: (model: string, question: Prompt) => unknown
  /** Throws a ZodError when the response has another shape. */
  wordsIn: (answer: unknown) => string
}

/**
 * Twice the length of an explanation. One protocol requires a limit; the other has two names for it, and some endpoints know
 * only one.
 */
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
