import { utf8Length } from '../../../markdown/limits'
import { parseMarkdown } from '../../../markdown/parse'
import { renderTemplate } from '../../../markdown/render'
import type { MarkdownSettings } from '../../../markdown/settings'
import { EMPTY_DIRECTORY, type Directory, type Template } from '../../../markdown/template'
import { DESCRIPTION_LIMITS, markdownTooLarge, MESSAGE_LIMITS } from './markdown-limits'

/**
 * Parses the description of a channel, an organization or a user. It shows no images, and the author's setting for
 * emoticons does not apply to it. Throws `markdownTooLarge`.
 */
export const parseDescription = (
  text: string,
  { default_code_block_language, linkifiers, realm_url }: MarkdownSettings,
): Template =>
  parseMarkdown(
    text,
    {
      default_code_block_language,
      linkifiers,
      realm_url,
      inline_image_preview: false,
      translatesEmoticons: () => false,
    },
    DESCRIPTION_LIMITS,
  ).template

/** Parses several descriptions. Throws `markdownTooLarge` if together they are larger than a message may be. */
export function parseDescriptions(texts: readonly string[], settings: MarkdownSettings): Template[] {
  const source = texts.reduce((sum, { length }) => sum + length, 0)
  if (source > MESSAGE_LIMITS.source) throw markdownTooLarge(MESSAGE_LIMITS)
  let html = 0
  return texts.map((text) => {
    const template = parseDescription(text, settings)
    html += htmlBytes(template)
    if (html > MESSAGE_LIMITS.html) throw markdownTooLarge(MESSAGE_LIMITS)
    return template
  })
}

const htmlBytes = (template: Template): number =>
  template.reduce((sum, piece) => sum + (typeof piece === 'string' ? utf8Length(piece) : htmlBytes(piece.fallback)), 0)

/** Returns the HTML of a description that the public can read: it links no user or channel. Throws `markdownTooLarge`. */
export const renderPublicDescription = (text: string, settings: MarkdownSettings): string =>
  renderDescription(parseDescription(text, settings), EMPTY_DIRECTORY)

/** Returns the HTML of a parsed description. Throws `markdownTooLarge`. */
export const renderDescription = (template: Template, directory: Directory): string =>
  renderTemplate(template, directory, DESCRIPTION_LIMITS).html
