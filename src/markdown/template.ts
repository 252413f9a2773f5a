/**
 * What crosses from stage 1 (parse, at the edge, knows no directory) to stage 2 (render, in the realm, knows nothing
 * of Markdown). A template is finished HTML with holes in it: each hole names somebody or something that only the
 * realm can look up, and carries what to show should there be no such thing. All of it is plain JSON.
 */
export type Template = TemplatePiece[]

/** A string is HTML, already escaped: a template may only be taken from our own parser. */
type TemplatePiece = string | { reference: Reference; fallback: Template }

export type Reference =
  | UserReference
  | { kind: 'group'; name: string; silent: boolean }
  | { kind: 'channel'; name: string }
  | { kind: 'topic'; channel: string; topic: string; message_id?: number }
  | { kind: 'emoji'; name: string }

/** `@**Name**` has a name, `@**Name|7**` has both (and both must fit), `@**|7**` only an id. */
export type UserReference = { kind: 'user'; name?: string; id?: number; silent: boolean }

/** What the sender's words imply, whoever exists in the realm. Whether it is permitted is for the realm to say. */
export type Marks = {
  /** `@**all**`, `@**everyone**`, `@**channel**` or `@**stream**`, spoken aloud (not silent, not in a quote). */
  mentions_channel_wildcard: boolean
  /** `@**topic**`, likewise. */
  mentions_topic_wildcard: boolean
  has_link: boolean
  /** True if an image preview is shown; so never where the realm has switched previews off. */
  has_image: boolean
  /** What follows `/user_uploads/` in links to this realm's files, once each. */
  upload_paths: string[]
  /** The message is of the form `/me waves`: clients show the sender's name in place of `/me`. */
  is_me_message: boolean
  /** Web pages a preview could be fetched for, once each: not quoted, not previewed already. */
  links: string[]
}

/** The look-ups stage 2 needs. All are synchronous: they read what the realm already has in memory or SQLite. */
export type Directory = {
  /**
   * Without regard to case. Where several people share a name, answer the active one with the lowest id: clients
   * write `@**Name|id**` for anyone else, so a bare name must mean the same person every time.
   */
  userByName(name: string): MentionedUser | undefined
  userById(id: number): MentionedUser | undefined
  /** Without regard to case. Do not answer a group that may not be mentioned. */
  groupByName(name: string): MentionedGroup | undefined
  /** Do not answer a channel whose name the sender may not learn. */
  channelByName(name: string): MentionedChannel | undefined
  /** An active custom emoji. It wins over a Unicode emoji of the same name. */
  emojiByName(name: string): CustomEmoji | undefined
}

export type MentionedUser = { user_id: number; full_name: string; is_active: boolean }
type MentionedGroup = { id: number; name: string }
type MentionedChannel = { stream_id: number; name: string }
type CustomEmoji = { name: string; source_url: string }

/** Nobody and nothing is known. */
export const EMPTY_DIRECTORY: Directory = {
  userByName: () => undefined,
  userById: () => undefined,
  groupByName: () => undefined,
  channelByName: () => undefined,
  emojiByName: () => undefined,
}
