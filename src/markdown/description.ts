import { parseMarkdown } from './parse'
import type { Template } from './references'
import type { MarkdownSettings } from './settings'

/**
 * What describes a channel, an organization or a person is read as a message is, but it shows no pictures, and it is
 * the same whoever wrote it: their setting for emoticons is not even asked for.
 */
export const templateOfDescription = (
  words: string,
  { default_code_block_language, linkifiers, realm_url }: MarkdownSettings,
): Template =>
  parseMarkdown(words, {
    default_code_block_language,
    linkifiers,
    realm_url,
    inline_image_preview: false,
    translate_emoticons: false,
  }).template
