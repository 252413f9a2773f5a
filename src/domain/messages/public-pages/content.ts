import type { Html } from '../../../api/html'

/**
 * Returns rendered content for a page without a script. The renderer has escaped everything that people wrote, so only its own
 * tags are changed here: an emoji becomes its characters, and a link to a view leads into the web client.
 */
export const contentForPages = (rendered: string): Html => ({
  markup: rendered
    .replace(EMOJI, (_, tag: string, code: string) => `${tag}${glyphOf(code)}</span>`)
    .replaceAll('href="#', 'href="/#')
    // Search engines do not count links that users wrote.
    .replaceAll('<a ', '<a rel="ugc nofollow" ')
    .replaceAll(' aria-hidden="true"', ''),
})

const EMOJI = /(<span aria-label="[^"<>]*" class="emoji emoji-([0-9a-f-]+)"[^<>]*>)[^<]*<\/span>/g

const glyphOf = (code: string): string =>
  code
    .split('-')
    .map((part) => Number.parseInt(part, 16))
    .filter((point) => point <= 0x10ffff)
    .map((point) => String.fromCodePoint(point))
    .join('')
