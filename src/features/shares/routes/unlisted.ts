/**
 * Anyone with the URL can read the text, so it must not stay in caches or search engines. The referrer policy of all our
 * pages keeps the URL from other sites; the stricter `no-referrer` would make browsers send `Origin: null` with the forms
 * on the page of a share, which are then rejected.
 */
export const UNLISTED = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow, noarchive, nosnippet',
}
