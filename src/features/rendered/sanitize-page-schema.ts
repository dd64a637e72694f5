import type { Schema } from 'hast-util-sanitize'
import { ALLOWED_ELEMENTS } from './sanitize-schema.ts'

/** Shapes and colours; nothing that animates, links, embeds or contains HTML. `style` would be parsed as elements here. */
export const SVG_ELEMENTS: readonly string[] =
  `svg g defs symbol path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop
  clipPath mask pattern marker`.split(/\s+/)

const PAGE_ELEMENTS =
  `html head body title style main nav header footer article aside address hgroup form label button input fieldset
  legend meter progress output font`.split(/\s+/)

const SVG_ATTRIBUTES =
  `viewBox preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry dx dy d points offset transform gradientTransform
  gradientUnits patternUnits clipPathUnits maskUnits markerWidth markerHeight refX refY orient fill fillOpacity fillRule
  stroke strokeWidth strokeOpacity strokeLineCap strokeLineJoin strokeDashArray strokeDashOffset strokeMiterLimit
  stopColor stopOpacity opacity clipPath clipRule mask markerStart markerMid markerEnd textAnchor dominantBaseline
  fontSize fontFamily fontWeight letterSpacing`.split(/\s+/)

const ATTRIBUTES = `className style title id lang dir hidden align role width height bgColor color size tabIndex`.split(
  ' ',
)

/**
 * What may remain of a page that is shown in a frame without scripts, origin and network. The headers of the frame are
 * the main defence, so styles may stay; active content is removed anyway, as a second defence.
 */
export const PAGE_SCHEMA = {
  tagNames: [...ALLOWED_ELEMENTS, ...PAGE_ELEMENTS, ...SVG_ELEMENTS],
  strip: `script template noscript noembed noframes iframe frame frameset object embed applet xmp plaintext math audio
    video canvas portal fencedframe textarea select`.split(/\s+/),
  attributes: {
    '*': [...ATTRIBUTES, 'aria*', 'data*'],
    ...Object.fromEntries(SVG_ELEMENTS.map((name) => [name, SVG_ATTRIBUTES])),
    a: ['href', 'name'],
    button: ['disabled'],
    col: ['span'],
    details: ['open'],
    img: ['alt', 'src'],
    input: [['type', 'checkbox', 'radio', 'text', 'number', 'range', 'color'], 'checked', 'disabled', 'value'],
    label: ['htmlFor'],
    li: ['value'],
    meter: ['value', 'min', 'max'],
    ol: ['start', 'reversed', 'type'],
    progress: ['value', 'max'],
    table: ['border', 'cellPadding', 'cellSpacing'],
    td: ['colSpan', 'rowSpan', 'vAlign'],
    th: ['colSpan', 'rowSpan', 'scope', 'vAlign'],
    time: ['dateTime'],
  },
  // The document contains no element of ours, so its ids cannot clobber any.
  clobber: [],
  protocols: {},
  required: {},
  ancestors: {},
  allowComments: false,
  allowDoctypes: true,
} satisfies Schema
