import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5'
import { ALLOWED_ELEMENTS } from './sanitize-schema.ts'

const PAGE_ELEMENTS = ['html', 'head', 'body']
/** Elements that only our renderer adds. */
const OUR_ELEMENTS = ['input']
const PLAIN_ATTRIBUTES =
  /^(?:align|alt|aria-\w+|checked|class|colspan|data-\w[\w-]*|datetime|dir|disabled|height|href|id|lang|name|open|rel|reversed|rowspan|scope|span|src|start|title|type|value|width)$/
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|#|\/(?:file|md|html|svg|share|shared)\/)/i
const SAFE_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i

/** Everything in a piece of HTML that could act, parsed as a fragment and as a page, with scripting on and off. */
export function dangersIn(html: string): string[] {
  const readings = [true, false].flatMap((scriptingEnabled) => [
    parseFragment(html, { scriptingEnabled }),
    parse(`<!doctype html><body><div>${html}</div>`, { scriptingEnabled }),
  ])
  return [...new Set(readings.flatMap(dangersOf))]
}

function dangersOf(node: DefaultTreeAdapterTypes.Node): string[] {
  if (node.nodeName === '#comment') return ['comment']
  const inside = 'childNodes' in node ? node.childNodes.flatMap(dangersOf) : []
  if (!('tagName' in node) || PAGE_ELEMENTS.includes(node.tagName)) return inside
  if (![...ALLOWED_ELEMENTS, ...OUR_ELEMENTS].includes(node.tagName)) inside.push(`element ${node.tagName}`)
  for (const { name, value } of node.attrs) {
    if (!PLAIN_ATTRIBUTES.test(name)) inside.push(`attribute ${name}`)
    if (name === 'href' && !SAFE_ADDRESS.test(value)) inside.push(`href ${value}`)
    if (name === 'src' && !SAFE_IMAGE.test(value)) inside.push(`src ${value}`)
    if (name === 'type' && node.tagName === 'input' && value !== 'checkbox') inside.push(`input ${value}`)
  }
  return inside
}
