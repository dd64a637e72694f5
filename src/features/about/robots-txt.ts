/**
 * Public links are not disallowed: they answer with `X-Robots-Tag: noindex`, which a crawler sees only if it may fetch them, and
 * other sites fetch them to show a card.
 */
export const ROBOTS_TXT = `User-agent: *
Disallow: /api/
Disallow: /auth/
Disallow: /feeds/
`
