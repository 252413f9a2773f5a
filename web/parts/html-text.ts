import { glyphOf } from './emoji'

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** Tags that separate words. The others, such as those of links, are inside a sentence. */
const SEPARATORS = /<\/?(?:p|br|li|ul|ol|div|blockquote|pre|tr|td|th|h[1-6]|hr)\b[^<>]*>/g

const EMOJI = /\bclass="emoji emoji-([0-9a-f-]+)"/

/** Returns the words of HTML that the server rendered, at most `most` characters. They are text, and are shown as text. */
export const textOfHtml = (html: string, most: number): string =>
  html
    .replaceAll(/<span ([^<>]*)>[^<]*/g, (span, attributes: string) => {
      const code = EMOJI.exec(attributes)?.[1]
      return code === undefined ? span : glyphOf(code)
    })
    .replaceAll(/<img alt="(:[^"<>]*:)" class="emoji"[^<>]*>/g, '$1')
    .replaceAll(SEPARATORS, ' ')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&[a-z#0-9]+;/g, (entity) => ENTITIES[entity] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, most)
