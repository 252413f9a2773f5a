import { escapeText } from './escape'
import type { Marks, Template } from './references'

/** What a realm (and the sender) decide about rendering. Small and plain: it may be sent along with a template. */
export type MarkdownSettings = {
  /** `https://chat.example.com`, without a slash at the end: links to it are made relative. */
  realm_url: string
  /** The language of code blocks that name none; empty for none. */
  default_code_block_language: string
  /** The sender's setting: `:)` becomes an emoji. */
  translate_emoticons: boolean
  /** The realm's setting: show linked images and videos below the paragraph. */
  inline_image_preview: boolean
}

/** Stage 1's result: plain JSON, safe to send to the realm and to store. */
export type ParsedMarkdown = { template: Template; marks: Marks }

/** Turns an author's Markdown into HTML with holes for what only the realm can look up. Pure, and linear in its input. */
export function parseMarkdown(content: string, _settings: MarkdownSettings): ParsedMarkdown {
  const marks: Marks = {
    mentions_channel_wildcard: false,
    mentions_topic_wildcard: false,
    has_link: false,
    has_image: false,
    upload_paths: [],
    is_me_message: content.startsWith('/me '),
    links: [],
  }
  const paragraphs = content.split(/\n{2,}/).filter((text) => text.trim() !== '')
  const html = paragraphs.map((text) => `<p>${escapeText(text.trim()).replaceAll('\n', '<br>\n')}</p>`).join('\n')
  return { template: html === '' ? [] : [html], marks }
}
