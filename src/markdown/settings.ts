import type { Linkifier } from './linkifiers'

/** What a realm (and the sender) decide about rendering. */
export type MarkdownSettings = {
  /** `https://chat.example.com`, without a slash at the end: links to it are made relative. */
  realm_url: string
  /** The language of code blocks that name none; empty for none. */
  default_code_block_language: string
  /** The sender's setting: `:)` becomes an emoji. */
  translate_emoticons: boolean
  /** The realm's setting: show linked images and videos below the paragraph. */
  inline_image_preview: boolean
  /** The realm's own links, in its order. */
  linkifiers: readonly Linkifier[]
  /** Goes up whenever the list changes. Whoever renders may know a later list than whoever parsed. */
  linkifiers_version: number
  /** Where clients fetch other sites' videos and video stills from, if the realm has a proxy for them. */
  proxied_media_url?: (url: string) => string
}
