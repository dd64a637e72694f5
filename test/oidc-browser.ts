import { type Answer, ORIGIN, type TestApp } from './app.ts'
import { followSignIn } from './oidc-provider.ts'
import { stranger } from './sign-in.ts'

type Headers = Record<string, string>
/** Where a navigation starts: a page of ours, a page of another site, or the address bar. */
type From = 'same-origin' | 'cross-site' | 'none'

/** A browser with the cookies of our site and of every provider, which follows redirects between them. */
export function oidcBrowser(app: TestApp) {
  const cookies = new Map<string, string>()
  const atProviders = new Map<string, Map<string, string>>()
  const http = stranger(app)

  const keepCookies = ({ headers }: Answer) => {
    for (const set of [headers['set-cookie']].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(set)) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  const cookie = () => Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
  const jarOf = (origin: string) => {
    const jar = atProviders.get(origin) ?? new Map<string, string>()
    atProviders.set(origin, jar)
    return jar
  }
  const get = async (path: string, from: From): Promise<Answer> => {
    const answer = await http.page(path, { cookie: cookie(), 'sec-fetch-site': from })
    keepCookies(answer)
    return answer
  }
  /** Returns the path of our callback, with what the provider answered. */
  const atProvider = async (url: string): Promise<string> => {
    const back = await followSignIn(url, jarOf(new URL(url).origin))
    return back.pathname + back.search
  }
  const open = async (path: string, from: From = 'same-origin'): Promise<Answer & { path: string }> => {
    let at = path
    let cameFrom = from
    for (;;) {
      const answer = await get(at, cameFrom)
      const location = answer.headers['location']
      if (typeof location !== 'string') return { ...answer, path: at }
      const isOurs = location.startsWith('/')
      at = isOurs ? location : await atProvider(location)
      // A browser keeps the first site of a chain of redirects.
      if (!isOurs) cameFrom = 'cross-site'
    }
  }
  return {
    cookies,
    cookie,
    get,
    atProvider,
    /** Goes to a page and follows every redirect, through the providers too. */
    open,
    async post(path: string, headers: Headers = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }): Promise<Answer> {
      const type = 'application/x-www-form-urlencoded'
      const sent = { accept: 'text/html', 'content-type': type, cookie: cookie(), ...headers }
      const answer = await http.raw({ method: 'POST', url: path, headers: sent, payload: '' })
      keepCookies(answer)
      return answer
    },
    /** Another site signs this browser in at a provider, without a word to its owner. */
    forgetProvider: (issuer: string) => atProviders.delete(issuer),
  }
}
