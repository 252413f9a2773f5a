import { DESCRIPTION_LIMITS, MESSAGE_LIMITS, bytesOf, charge, markdownTooLarge, outputBudget } from './output-budget'
import { parseMarkdown } from './parse'
import { NOBODY_KNOWN, type Directory, type Template } from './references'
import { renderTemplate } from './render'
import type { MarkdownSettings } from './settings'

/**
 * What describes a channel, an organization or a person is read as a message is, but it shows no pictures, and it is
 * the same whoever wrote it: their setting for emoticons is not even asked for. Throws `markdownTooLarge`.
 */
export const templateOfDescription = (
  words: string,
  { default_code_block_language, linkifiers, realm_url }: MarkdownSettings,
): Template =>
  parseMarkdown(
    words,
    {
      default_code_block_language,
      linkifiers,
      realm_url,
      inline_image_preview: false,
      translate_emoticons: false,
    },
    DESCRIPTION_LIMITS,
  ).template

/** The same for several. Together they may be as large as a message. */
export function templatesOfDescriptions(words: readonly string[], settings: MarkdownSettings): Template[] {
  const total = outputBudget(MESSAGE_LIMITS)
  const source = words.reduce((sum, { length }) => sum + length, 0)
  if (source > MESSAGE_LIMITS.source) throw markdownTooLarge(MESSAGE_LIMITS)
  return words.map((each) => {
    const template = templateOfDescription(each, settings)
    charge(total, 'html', bytesOfTemplate(template))
    return template
  })
}

const bytesOfTemplate = (template: Template): number =>
  template.reduce(
    (sum, piece) => sum + (typeof piece === 'string' ? bytesOf(piece) : bytesOfTemplate(piece.fallback)),
    0,
  )

/** The HTML of a description that everyone may read: it names nobody. Throws `markdownTooLarge`. */
export const publicDescription = (words: string, settings: MarkdownSettings): string =>
  renderDescription(templateOfDescription(words, settings), NOBODY_KNOWN)

/** The HTML of a description. Throws `markdownTooLarge`. */
export const renderDescription = (template: Template, directory: Directory): string =>
  renderTemplate(template, directory, DESCRIPTION_LIMITS).html
