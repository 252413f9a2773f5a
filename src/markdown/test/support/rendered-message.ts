import type { MarkdownLimits } from '../../limits'
import { parseMarkdown, type ParsedMarkdown } from '../../parse'
import { renderTemplate } from '../../render'
import { NEW_REALM_MARKDOWN_SETTINGS, type MarkdownSettings } from '../../settings'
import { EMPTY_DIRECTORY } from '../../template'

/** The settings of a new realm. */
export const SETTINGS: MarkdownSettings = {
  ...NEW_REALM_MARKDOWN_SETTINGS,
  realm_url: 'https://acme.example.com',
  translatesEmoticons: () => false,
}

/** What the parser throws in these tests when a text is too large. */
export class TooLargeError extends Error {}

/** The limits of a message. */
export const LIMITS: MarkdownLimits = {
  source: 20_000,
  html: 200_000,
  tooLarge: () => new TooLargeError('The Markdown is too large'),
}

/** Returns what a message is parsed to. */
export const parsed = (content: string, settings = SETTINGS): ParsedMarkdown => parseMarkdown(content, settings, LIMITS)

/** Returns the HTML of a message. */
export const rendered = (content: string, settings = SETTINGS, directory = EMPTY_DIRECTORY): string =>
  renderTemplate(parsed(content, settings).template, directory, LIMITS).html
