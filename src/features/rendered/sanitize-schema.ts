import type { Schema } from 'hast-util-sanitize'

/**
 * What may remain of somebody's HTML. The list names what is kept; everything else goes. No element of it switches the
 * parser into another mode (no svg, math, style, noscript, template, textarea, select …), so that a browser reads the
 * result exactly as we did. No class, style or data attribute: those are given by us, after this.
 */
export const ALLOWED_ELEMENTS: readonly string[] =
  `a abbr b bdi blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure
  h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small span strike strong sub summary
  sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(/\s+/)

/** Elements whose text is not for reading either: it goes with them. */
const REMOVED_WITH_CONTENT =
  `script style template noscript noembed noframes iframe frame frameset object embed applet textarea select option
  title xmp plaintext svg math audio video canvas portal fencedframe`.split(/\s+/)

/** An id or name of the author's choosing could stand in for one of ours, or for a property of `document`. */
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
  // A cell outside a table would be moved elsewhere by the browser's parser.
  ancestors: Object.fromEntries(
    'caption col colgroup tbody td tfoot th thead tr'.split(' ').map((tag) => [tag, IN_TABLE]),
  ),
  clobber: ['id', 'name'],
  clobberPrefix: USER_ID_PREFIX,
  // Addresses are judged by safeAddress, which names what is allowed instead of what is not.
  protocols: {},
  required: {},
  allowComments: false,
  allowDoctypes: false,
} satisfies Schema
