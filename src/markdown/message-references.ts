/** What a message mentions and links to, from its text alone. The realm decides whether the sender may do so. */
export type MessageReferences = {
  /** `@**all**`, `@**everyone**`, `@**channel**` or `@**stream**`, not silent and not in a quote. */
  mentions_channel_wildcard: boolean
  /** `@**topic**`, not silent and not in a quote. */
  mentions_topic_wildcard: boolean
  has_link: boolean
  /** Whether the message has an image preview: never where the realm's previews are off. */
  has_image: boolean
  /** How many pictures are within the text. */
  images: number
  /** The paths after `/user_uploads/` in links to this realm's files, each once. */
  upload_paths: string[]
  /** The message starts with `/me `. Clients show the sender's name in place of `/me`. */
  is_me_message: boolean
  /** The web pages that a preview could be fetched for, each once: not in a quote, and no image or video. */
  links: string[]
}

/** Returns the references of a message before its text is parsed. */
export const newMessageReferences = (content: string): MessageReferences => ({
  mentions_channel_wildcard: false,
  mentions_topic_wildcard: false,
  has_link: false,
  has_image: false,
  images: 0,
  upload_paths: [],
  is_me_message: content.startsWith('/me '),
  links: [],
})
