import { parseMarkdown, type MarkdownSettings } from '../../src/markdown/parse'
import { NOBODY_KNOWN } from '../../src/markdown/references'
import { renderTemplate } from '../../src/markdown/render'
import { INITIAL_MARKDOWN } from '../../src/markdown/settings'

/** Of a realm that never decided anything. */
export const SETTINGS: MarkdownSettings = {
  ...INITIAL_MARKDOWN,
  realm_url: 'https://acme.example.com',
  translate_emoticons: false,
}

export const rendered = (content: string, settings = SETTINGS, directory = NOBODY_KNOWN): string =>
  renderTemplate(parseMarkdown(content, settings).template, directory).html
