import type { Linkifier } from './linkifiers'

/** What a realm decides about rendering. */
export type RealmMarkdown = {
  /** The language of code blocks that name none; empty for none. */
  default_code_block_language: string
  /** Show linked images and videos below the paragraph. */
  inline_image_preview: boolean
  /** The realm's own links, in its order. */
  linkifiers: readonly Linkifier[]
}

/** What a realm and the sender decide about rendering. */
export type MarkdownSettings = RealmMarkdown & {
  /** `https://chat.example.com`, without a slash at the end: links to it are made relative. */
  realm_url: string
  /** The sender's setting: `:)` becomes an emoji. Asked only where there is such a thing. */
  translate_emoticons: boolean
  /** Where clients fetch other sites' videos and video stills from, if the realm has a proxy for them. */
  proxied_media_url?: (url: string) => string
}

/** Of a realm that never decided anything. */
export const INITIAL_MARKDOWN: RealmMarkdown = {
  default_code_block_language: '',
  inline_image_preview: true,
  linkifiers: [],
}
