import type { Schema } from 'hast-util-sanitize'

/**
 * The allowlist for untrusted HTML; everything else is removed. No allowed element switches the parser into another mode
 * (no svg, math, style, noscript, template, textarea, select …), so that a browser parses the result exactly as we did.
 * No class, style or data attribute: our renderer adds those afterwards.
 */
export const ALLOWED_ELEMENTS: readonly string[] =
  `a abbr b bdi blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure
  h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small span strike strong sub summary
  sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(/\s+/)

/** Elements that are removed together with their text. */
const REMOVED_WITH_CONTENT =
  `script style template noscript noembed noframes iframe frame frameset object embed applet textarea select option
  title xmp plaintext svg math audio video canvas portal fencedframe`.split(/\s+/)

/** An id or name chosen by the author could clobber one of ours, or a property of `document`. */
export const USER_ID_PREFIX = 'user-content-'

const WIDTH: [string, RegExp] = ['width', /^\d{1,4}%?$/]
const HEIGHT: [string, RegExp] = ['height', /^\d{1,4}%?$/]
const COLUMNS: [string, RegExp] = ['colSpan', /^\d{1,3}$/]
const ROWS: [string, RegExp] = ['rowSpan', /^\d{1,3}$/]
const NUMBER = /^-?\d{1,6}$/
const IN_TABLE = ['table']

export const SCHEMA = {
  tagNames: [...ALLOWED_ELEMENTS],
  strip: REMOVED_WITH_CONTENT,
  attributes: {
    '*': [
      ['dir', 'ltr', 'rtl', 'auto'],
      ['lang', /^[\w-]{1,35}$/],
      ['align', 'left', 'right', 'center', 'justify'],
      'title',
      'id',
    ],
    a: ['href', 'name'],
    col: [['span', /^\d{1,3}$/], WIDTH],
    details: ['open'],
    img: ['alt', 'src', WIDTH, HEIGHT],
    li: [['value', NUMBER]],
    ol: [['start', NUMBER], 'reversed', ['type', '1', 'a', 'A', 'i', 'I']],
    td: [COLUMNS, ROWS],
    th: [COLUMNS, ROWS, ['scope', 'row', 'col', 'rowgroup', 'colgroup']],
    time: ['dateTime'],
  },
  // The browser's parser would move a cell that is outside a table.
  ancestors: Object.fromEntries(
    'caption col colgroup tbody td tfoot th thead tr'.split(' ').map((tag) => [tag, IN_TABLE]),
  ),
  clobber: ['id', 'name'],
  clobberPrefix: USER_ID_PREFIX,
  // URLs are checked by safeAddress, which is an allowlist.
  protocols: {},
  required: {},
  allowComments: false,
  allowDoctypes: false,
} satisfies Schema
