/** Books on a shelf, the last of them open like a code bracket. */
function LogoMark() {
  return (
    <svg class="logo-mark" viewBox="0 0 32 32" width="28" height="28" fill="none" aria-hidden="true">
      <LogoStrokes />
    </svg>
  )
}

function LogoStrokes() {
  return (
    <g stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">
      <path d="M5 27.5h22" />
      <path d="M7.5 21V7.5" />
      <path d="M13.5 21V4.5" />
      <path d="M19 7.5l6.5 6.75L19 21" />
    </g>
  )
}

export function Logo({ href, label }: { href: string; label: string }) {
  return (
    <a class="logo" href={href} aria-label={`Codeshelf, ${label}`}>
      <LogoMark />
      <span class="logo-word" lang="en">
        Codeshelf
      </span>
    </a>
  )
}

/** The logo as the tab's icon. Inlined, so that no second request is made and none can fail. */
export const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0d6579"/><g fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><path d="M7 24.5h18M9.5 19.5V9M14.5 19.5V7M19 9l5 5.25-5 5.25"/></g></svg>',
)}`
