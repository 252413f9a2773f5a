/**
 * Reads rendered Markdown the way a suspicious reader would: every tag, attribute and address must be one we mean to
 * write, every element must be closed in order, and nothing else may be anything but text. Stricter than HTML, so that
 * what passes here has only one reading.
 */
export function complaintsAbout(html: string): string[] {
  const complaints: string[] = []
  const open: Open = { tags: [], formula: 0 }
  let position = 0
  let deepest = 0
  for (const { index, 0: tag } of html.matchAll(/<[^>]*>/g)) {
    complaints.push(...aboutText(html.slice(position, index)))
    complaints.push(...aboutTag(tag, open))
    deepest = Math.max(deepest, open.tags.length)
    position = index + tag.length
  }
  complaints.push(...aboutText(html.slice(position)))
  if (open.tags.length > 0) complaints.push(`left open: ${open.tags.join(' ')}`)
  if (deepest > MAX_DEPTH) complaints.push('nested too deeply')
  return [...new Set(complaints)]
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
  img: ['alt', 'class', 'data-src-fullsize', 'src', 'title'],
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

/** What formulas are made of, within the span that says so. Their attributes say how to draw, and lead nowhere. */
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

const DRAWING = new Set(
  [
    ['accent', 'accentunder', 'aria-hidden', 'columnalign', 'columnlines', 'columnspacing', 'depth', 'display'],
    ['displaystyle', 'fence', 'height', 'largeop', 'linebreak', 'linethickness', 'lspace', 'mathbackground'],
    ['mathcolor', 'mathsize', 'mathvariant', 'maxsize', 'minsize', 'movablelimits', 'notation', 'preserveAspectRatio'],
    ['rowlines', 'rowspacing', 'rspace', 'scriptlevel', 'separator', 'stretchy', 'stroke-width', 'valign', 'viewBox'],
    ['voffset', 'width', 'x1', 'x2', 'y1', 'y2'],
  ].flat(),
)

const DRAWN = /^[#a-zA-Z0-9 .+%-]*$/

const VOID_TAGS = new Set(['br', 'hr', 'img'])

const ANY_TEXT = /^[^]*$/
const SOURCE = /^(?:https?:\/\/|\/(?!\/)|user_uploads\/)/

const VALUES: Record<string, RegExp> = {
  'aria-hidden': /^true$/,
  'aria-label': ANY_TEXT,
  alt: /^:[^:]+:$/,
  class:
    /^(?:codehilite|[a-z][a-z0-9]{0,2}|emoji(?: emoji-[0-9a-f-]+)?|message-link|stream|stream-topic|(?:user-|topic-|user-group-)mention(?: silent)?|timestamp-error|tex-error|spoiler-(?:block|header|content)|(?:youtube-video )?message_inline_image(?: message_inline_video)?)$/,
  'data-code-language': ANY_TEXT,
  'data-id': /^[0-9A-Za-z_-]+$/,
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

function aboutTag(tag: string, open: Open): string[] {
  const closing = /^<\/([a-z][a-z0-9]*)>$/.exec(tag)?.[1]
  if (closing !== undefined) return close(closing, open) ? [] : [`closes what is not open: ${tag}`]

  const [, name = '', written = '', selfClosing] =
    /^<([a-z][a-z0-9]*)((?: [a-zA-Z0-9-]+="[^"<>]*")*)(\/)?>$/.exec(tag) ?? []
  const formula = open.formula > 0 || / class="katex(?:-display)?"/.test(written)
  const allowed = TAGS[name]
  if (formula ? !FORMULA_TAGS.has(name) : !allowed || selfClosing) return [`not a tag of ours: ${tag}`]
  const complaints = aboutAttributes(written, formula ? formulaLaw : lawOf(allowed ?? []))
  if (name === 'a' && open.tags.includes('a')) complaints.push('a link in a link')
  if (selfClosing || VOID_TAGS.has(name)) return complaints
  open.tags.push(name)
  if (formula) open.formula += 1
  return complaints
}

function close(name: string, open: Open): boolean {
  if (open.formula > 0) open.formula -= 1
  return open.tags.pop() === name
}

/** Whether an attribute may be there, and whether it may say what it says. */
type Law = { allows: (name: string) => boolean; fits: (name: string, value: string) => boolean }

const lawOf = (allowed: readonly string[]): Law => ({
  allows: (name) => allowed.includes(name),
  fits: (name, value) => VALUES[name]?.test(value) === true,
})

const formulaLaw: Law = {
  allows: (name) => name in FORMULA_VALUES || DRAWING.has(name),
  fits: (name, value) => (FORMULA_VALUES[name] ?? DRAWN).test(value),
}

function aboutAttributes(written: string, law: Law): string[] {
  const complaints: string[] = []
  const seen = new Set<string>()
  for (const [, name = '', value = ''] of written.matchAll(/ ([a-zA-Z0-9-]+)="([^"]*)"/g)) {
    complaints.push(...aboutText(value))
    if (seen.has(name)) complaints.push(`said twice: ${name}`)
    seen.add(name)
    if (!law.allows(name)) complaints.push(`not an attribute of ours here: ${name}`)
    if (!law.fits(name, decoded(value))) complaints.push(`not a value of ours: ${name}="${value}"`)
    if (isAddress(name) && HIDDEN.test(decoded(value))) complaints.push(`hidden characters: ${name}="${value}"`)
  }
  return complaints
}

const isAddress = (name: string) => ['href', 'src', 'data-src-fullsize', 'data-video-original-url'].includes(name)

// oxlint-disable-next-line no-control-regex -- browsers drop some of these from an address, which changes what it is
const HIDDEN = /[\u0000-\u0020\u007F-\u009F]/

function aboutText(text: string): string[] {
  const complaints: string[] = []
  if (/[<>]/.test(text)) complaints.push(`a bare < or > in: ${text.slice(0, 80)}`)
  if (/&(?!(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[0-9a-zA-Z]{1,32});)/.test(text)) complaints.push('a bare &')
  // oxlint-disable-next-line no-control-regex -- a NUL has no place in HTML
  if (/[\u0000\uFDD0-\uFDEF]/.test(text)) complaints.push('a character of the parser’s own')
  if (!text.isWellFormed()) complaints.push('half a character')
  return complaints
}

/** As a browser reads an attribute, as far as it matters here: every way to write an ASCII character. */
function decoded(value: string): string {
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
