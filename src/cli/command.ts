import { findLanguage } from '#base/language/language.ts'
import { type Api, connect } from './api.ts'
import { type Io, usageError } from './io.ts'
import { readSettings } from './settings.ts'

export type Options = {
  json: boolean
  url?: string | undefined
  token?: string | undefined
  name?: string | undefined
  lang?: string | undefined
  tag?: string[] | undefined
  desc?: string | undefined
  version?: string | undefined
  output?: string | undefined
  limit?: string | undefined
  line?: string | undefined
  at?: string | undefined
  days?: string | undefined
  permanent?: boolean | undefined
  lines?: string | undefined
  hide?: string | undefined
  'with-secrets'?: boolean | undefined
}

export type Run = (io: Io, args: readonly string[], options: Options) => Promise<void>
export type Command = { usage: string; about: string; run: Run }

export async function openApi(io: Io): Promise<{ api: Api; url: string }> {
  const settings = await readSettings(io)
  return { api: connect(settings, io), url: settings.url }
}

/** The only argument, or a usage error. */
export function onlyArgument(args: readonly string[], usage: string): string {
  const [first, ...more] = args
  if (first === undefined || more.length > 0) throw usageError(`usage: codeshelf-cli ${usage}`)
  return first
}

export function print(io: Io, options: Options, value: unknown, words: string): void {
  io.out(options.json ? `${JSON.stringify(value)}\n` : words)
}

/** The language as the server spells it: `python` is `Python`. */
export function languageOption({ lang }: Options): string | undefined {
  if (lang === undefined) return undefined
  const language = findLanguage(lang)
  if (language === null) throw usageError(`there is no language named ${lang}`)
  return language
}
