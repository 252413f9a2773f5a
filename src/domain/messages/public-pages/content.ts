import { html, type Html } from '../../../api/html'

/**
 * Returns rendered content for a page without a script. The renderer has escaped everything that people wrote, so only its own
 * tags are changed here: an emoji becomes its characters, a spoiler opens by touch and by keyboard, and a link to a view leads
 * into the web client. `spoiler` is the name of a spoiler without a header.
 */
export const contentForPages = (rendered: string, spoiler: string): Html => ({
  markup: withSpoilers(rendered, spoiler)
    .replace(EMOJI, (_, tag: string, code: string) => `${tag}${glyphOf(code)}</span>`)
    .replaceAll('href="#', 'href="/#')
    // Search engines do not count links that users wrote.
    .replaceAll('<a ', '<a rel="ugc nofollow" ')
    .replaceAll(' aria-hidden="true"', ''),
})

/** The parts of a spoiler, as the renderer writes them, and what the page has instead. */
const SPOILER_PARTS: Readonly<Record<string, string>> = {
  'spoiler-block': 'details',
  'spoiler-header': 'summary',
}
const DIV = /<div(?: class="([^"<>]*)")?[^<>]*>|<\/div>/g

function withSpoilers(rendered: string, name: string): string {
  if (!rendered.includes('spoiler-block')) return rendered
  const open: string[] = []
  const markup = rendered.replace(DIV, (tag: string, of: string | undefined) => {
    if (tag === '</div>') return `</${open.pop() ?? 'div'}>`
    const part = SPOILER_PARTS[of ?? '']
    open.push(part ?? 'div')
    return part === undefined ? tag : `<${part}>`
  })
  const { markup: escaped } = html`${name}`
  return markup.replace(/<summary>\s*<\/summary>/g, () => `<summary>${escaped}</summary>`)
}

const EMOJI = /(<span aria-label="[^"<>]*" class="emoji emoji-([0-9a-f-]+)"[^<>]*>)[^<]*<\/span>/g

/** A character that is black without the selector for colours, such as the heart. A skin tone after it selects them too. */
const BLACK = /(?!\p{Emoji_Presentation})\p{Emoji}(?![\uFE0F\p{Emoji_Modifier}])/gu

const glyphOf = (code: string): string =>
  code
    .split('-')
    .map((part) => Number.parseInt(part, 16))
    .filter((point) => point <= 0x10ffff)
    .map((point) => String.fromCodePoint(point))
    .join('')
    .replace(BLACK, '$&\uFE0F')
