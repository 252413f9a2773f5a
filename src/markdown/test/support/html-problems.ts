/**
 * Returns what the parser must not write, in rendered Markdown: unknown tags, attributes and addresses, elements that are
 * not closed in order, and characters that are not escaped. It is stricter than HTML, so HTML without a problem has only
 * one meaning.
 */
export function htmlProblems(html: string): string[] {
  const problems: string[] = []
  const open: Open = { tags: [], formula: 0 }
  let position = 0
  let depth = 0
  for (const { index, 0: tag } of html.matchAll(/<[^>]*>/g)) {
    problems.push(...textProblems(html.slice(position, index)))
    problems.push(...tagProblems(tag, open))
    depth = Math.max(depth, open.tags.length)
    position = index + tag.length
  }
  problems.push(...textProblems(html.slice(position)))
  if (open.tags.length > 0) problems.push(`left open: ${open.tags.join(' ')}`)
  if (depth > MAX_DEPTH) problems.push('nested too deeply')
  return [...new Set(problems)]
}

const MAX_DEPTH = 200

/** The elements that are open, and how many of them are part of a formula. */
type Open = { tags: string[]; formula: number }

/** The attributes each tag may have. */
const TAGS: Record<string, readonly string[]> = {
  a: ['class', 'data-id', 'data-stream-id', 'href', 'title'],
  blockquote: [],
  br: [],
  code: [],
  del: [],
  div: ['aria-hidden', 'class', 'data-code-language'],
  em: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  hr: [],
  img: [
    'data-animated',
    'alt',
    'class',
    'data-original-content-type',
    'data-original-dimensions',
    'data-src-fullsize',
    'src',
    'title',
  ],
  li: [],
  ol: ['start'],
  p: [],
  pre: [],
  span: ['aria-label', 'class', 'data-user-group-id', 'data-user-id', 'role', 'title'],
  strong: [],
  table: [],
  tbody: [],
  td: ['style'],
  th: ['style'],
  thead: [],
  time: ['datetime'],
  tr: [],
  ul: [],
  video: ['data-video-original-url', 'preload', 'src'],
}

/** The tags of a formula, inside its span. Their attributes control the layout and have no addresses. */
const FORMULA_TAGS = new Set(
  [
    ['annotation', 'math', 'menclose', 'mfrac', 'mi', 'mn', 'mo', 'mover', 'mpadded', 'mphantom', 'mroot', 'mrow'],
    ['mspace', 'msqrt', 'mstyle', 'msub', 'msubsup', 'msup', 'mtable', 'mtd', 'mtext', 'mtr', 'munder', 'munderover'],
    ['semantics', 'span', 'line', 'path', 'svg', 'mlabeledtr'],
  ].flat(),
)

const FORMULA_VALUES: Record<string, RegExp> = {
  class: /^[a-zA-Z0-9 _-]+$/,
  d: /^[a-zA-Z0-9 ,.\n-]*$/,
  encoding: /^application\/x-tex$/,
  style: /^(?:[a-z-]+: ?(?:[#a-zA-Z0-9 .-]+|calc\(100% [+-] [0-9.]+em\))(?:;|$))+$/,
  xmlns: /^http:\/\/www\.w3\.org\/(?:1998\/Math\/MathML|2000\/svg)$/,
}

const LAYOUT_ATTRIBUTES = new Set(
  [
    ['accent', 'accentunder', 'aria-hidden', 'columnalign', 'columnlines', 'columnspacing', 'depth', 'display'],
    ['displaystyle', 'fence', 'height', 'largeop', 'linebreak', 'linethickness', 'lspace', 'mathbackground'],
    ['mathcolor', 'mathsize', 'mathvariant', 'maxsize', 'minsize', 'movablelimits', 'notation', 'preserveAspectRatio'],
    ['rowlines', 'rowspacing', 'rspace', 'scriptlevel', 'separator', 'stretchy', 'stroke-width', 'valign', 'viewBox'],
    ['voffset', 'width', 'x1', 'x2', 'y1', 'y2'],
  ].flat(),
)

const LAYOUT_VALUE = /^[#a-zA-Z0-9 .+%-]*$/

const VOID_TAGS = new Set(['br', 'hr', 'img'])

const ANY_TEXT = /^[^]*$/
const SOURCE = /^(?:https?:\/\/|\/(?!\/)|user_uploads\/)/

const VALUES: Record<string, RegExp> = {
  'aria-hidden': /^true$/,
  'aria-label': ANY_TEXT,
  alt: /^:[^:]+:$/,
  class:
    /^(?:codehilite|[a-z][a-z0-9]{0,2}|emoji(?: emoji-[0-9a-f-]+)?|message-link|stream|stream-topic|(?:user-|topic-|user-group-)mention(?: silent)?|tex-error|spoiler-(?:block|header|content)|(?:youtube-video )?message_inline_image(?: message_inline_video)?|inline-image(?: image-loading-placeholder)?)$/,
  'data-animated': /^true$/,
  'data-code-language': ANY_TEXT,
  'data-id': /^[0-9A-Za-z_-]+$/,
  'data-original-content-type': ANY_TEXT,
  'data-original-dimensions': /^\d+x\d+$/,
  'data-src-fullsize': SOURCE,
  'data-stream-id': /^\d+$/,
  'data-user-group-id': /^\d+$/,
  'data-user-id': /^(?:\d+|\*)$/,
  'data-video-original-url': SOURCE,
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{6})?Z$/,
  href: /^(?:(?:https?|ftp):\/\/|mailto:|tel:|bitcoin:|\/(?![/\\])|#|user_uploads\/)/,
  preload: /^metadata$/,
  role: /^img$/,
  src: SOURCE,
  start: /^\d+$/,
  style: /^text-align: (?:left|center|right);$/,
  title: ANY_TEXT,
}

function tagProblems(tag: string, open: Open): string[] {
  const closing = /^<\/([a-z][a-z0-9]*)>$/.exec(tag)?.[1]
  if (closing !== undefined) return close(closing, open) ? [] : [`closes an element that is not open: ${tag}`]

  const [, name = '', attributes = '', selfClosing] =
    /^<([a-z][a-z0-9]*)((?: [a-zA-Z0-9-]+="[^"<>]*")*)(\/)?>$/.exec(tag) ?? []
  const formula = open.formula > 0 || / class="katex(?:-display)?"/.test(attributes)
  const allowed = TAGS[name]
  if (formula ? !FORMULA_TAGS.has(name) : !allowed || selfClosing) return [`unknown tag: ${tag}`]
  const problems = attributeProblems(attributes, formula ? formulaRules : rulesFor(allowed ?? []))
  if (name === 'a' && open.tags.includes('a')) problems.push('a link in a link')
  if (selfClosing || VOID_TAGS.has(name)) return problems
  open.tags.push(name)
  if (formula) open.formula += 1
  return problems
}

function close(name: string, open: Open): boolean {
  if (open.formula > 0) open.formula -= 1
  return open.tags.pop() === name
}

/** The allowed attributes of an element, and their allowed values. */
type AttributeRules = { allows: (name: string) => boolean; fits: (name: string, value: string) => boolean }

const rulesFor = (allowed: readonly string[]): AttributeRules => ({
  allows: (name) => allowed.includes(name),
  fits: (name, value) => VALUES[name]?.test(value) === true,
})

const formulaRules: AttributeRules = {
  allows: (name) => name in FORMULA_VALUES || LAYOUT_ATTRIBUTES.has(name),
  fits: (name, value) => (FORMULA_VALUES[name] ?? LAYOUT_VALUE).test(value),
}

function attributeProblems(attributes: string, rules: AttributeRules): string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  for (const [, name = '', value = ''] of attributes.matchAll(/ ([a-zA-Z0-9-]+)="([^"]*)"/g)) {
    problems.push(...textProblems(value))
    if (seen.has(name)) problems.push(`attribute twice: ${name}`)
    seen.add(name)
    if (!rules.allows(name)) problems.push(`unknown attribute: ${name}`)
    if (!rules.fits(name, decode(value))) problems.push(`unknown value: ${name}="${value}"`)
    if (isAddress(name) && HIDDEN.test(decode(value))) problems.push(`hidden characters: ${name}="${value}"`)
  }
  return problems
}

const isAddress = (name: string) => ['href', 'src', 'data-src-fullsize', 'data-video-original-url'].includes(name)

// oxlint-disable-next-line no-control-regex -- browsers drop some of these from an address, which changes what it is
const HIDDEN = /[\u0000-\u0020\u007F-\u009F]/

function textProblems(text: string): string[] {
  const problems: string[] = []
  if (/[<>]/.test(text)) problems.push(`a bare < or > in: ${text.slice(0, 80)}`)
  if (/&(?!(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[0-9a-zA-Z]{1,32});)/.test(text)) problems.push('a bare &')
  // oxlint-disable-next-line no-control-regex -- a NUL has no place in HTML
  if (/[\u0000\uFDD0-\uFDEF]/.test(text)) problems.push('a token of the parser')
  if (!text.isWellFormed()) problems.push('a lone surrogate')
  return problems
}

/** Returns an attribute as a browser reads it. Decodes all ways to write an ASCII character. */
function decode(value: string): string {
  const NAMED: Record<string, string> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    colon: ':',
    sol: '/',
    bsol: '\\',
    Tab: '\t',
    NewLine: '\n',
    lpar: '(',
    rpar: ')',
  }
  return value.replace(/&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|([0-9a-zA-Z]+));/g, (source, decimal, hexadecimal, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Math.min(Number(decimal), 0x10ffff))
    if (hexadecimal !== undefined) return String.fromCodePoint(Math.min(parseInt(hexadecimal, 16), 0x10ffff))
    return NAMED[name] ?? source
  })
}
