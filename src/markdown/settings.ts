/** The realm's settings for Markdown. */
export type RealmMarkdownSettings = {
  /** The language of code blocks without one, or empty for none. */
  default_code_block_language: string
  /** Whether linked images and videos are shown below the paragraph. */
  inline_image_preview: boolean
  /** In the realm's order. */
  linkifiers: readonly Linkifier[]
}

/** A realm's rule that makes text of a certain form a link: `#123` a link to an issue. */
export type Linkifier = {
  id: number
  /** A regular expression in RE2's dialect. Its matching time is linear in the text, also for hostile patterns. */
  pattern: string
  /** See url-templates.ts. Its variables are the named groups of the pattern. */
  url_template: string
}

/** The settings of the realm and the sender for Markdown. */
export type MarkdownSettings = RealmMarkdownSettings & {
  /** `https://chat.example.com`, without a slash at the end. Links to it become relative. */
  realm_url: string
  /** Returns the sender's setting `translate_emoticons`: `:)` becomes an emoji. Called only for a text with an emoticon. */
  translatesEmoticons: () => boolean
  /** Returns where clients fetch a video or video still of another site, if the realm has a proxy for them. */
  proxied_media_url?: (url: string) => string
}

/** The settings of a new realm. */
export const NEW_REALM_MARKDOWN_SETTINGS: RealmMarkdownSettings = {
  default_code_block_language: '',
  inline_image_preview: true,
  linkifiers: [],
}
