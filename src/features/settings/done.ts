/** What a form of /settings did; the page that it redirects to shows a sentence for each. */
export const DONE = [
  'revoked',
  'othersRevoked',
  'saved',
  'deletionAsked',
  'deletionDropped',
  'methodAdded',
  'methodRemoved',
  'passwordSet',
  'recovered',
] as const
