import type { FastifyRequest } from 'fastify'
import { type Locale, isLocale } from '#base/messages.ts'
import { THEMES, type Theme } from '#base/themes.ts'

/** The user's setting, else this browser's setting while signed out, else the browser's language. */
export function localeOf(request: FastifyRequest): Locale {
  const cookie = request.cookies['locale']
  return request.visitor?.locale ?? (isLocale(cookie) ? cookie : spokenLocale(request.headers['accept-language']))
}

export function themeOf(request: FastifyRequest): Theme {
  if (request.visitor) return request.visitor.theme
  const cookie = request.cookies['theme']
  return THEMES.find((theme) => theme === cookie) ?? 'system'
}

/** A script stores it when the tree is opened or closed. */
export function isTreeOpen(request: FastifyRequest): boolean {
  return request.cookies['tree'] === '1'
}

/** The first supported language of the header; `iw` is the old code of Hebrew and some browsers still send it. */
function spokenLocale(header: string | undefined): Locale {
  for (const part of (header ?? '').split(',')) {
    const language = part.trim().slice(0, 2).toLowerCase()
    if (language === 'iw') return 'he'
    if (isLocale(language)) return language
  }
  return 'en'
}
