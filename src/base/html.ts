const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? char)
}

const CHARACTERS = new Map(Object.entries(ESCAPES).map(([char, entity]) => [entity, char]))

/** Reverts `escapeHtml`. */
export function unescapeHtml(html: string): string {
  return html.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => CHARACTERS.get(entity) ?? entity)
}
