/**
 * A parsed message: HTML with placeholders for names. The parser makes it at the edge, where no realm data is. The realm
 * replaces each placeholder by what it finds, or by the fallback (render.ts). A template is plain JSON.
 */
export type Template = TemplatePiece[]

/** A string is escaped HTML, so a template must only come from the parser. */
type TemplatePiece = string | { lookup: Lookup; fallback: Template }

/** A name in a message that only the realm can look up. */
export type Lookup =
  | UserLookup
  | { kind: 'group'; name: string; silent: boolean }
  | { kind: 'channel'; name: string }
  | { kind: 'topic'; channel: string; topic: string; message_id?: number }
  | { kind: 'emoji'; name: string }
  | PictureLookup
  | ImageLookup

/** `@**Name**` has a name, `@**Name|7**` has both, which must fit each other, and `@**|7**` only an id. */
export type UserLookup = { kind: 'user'; name?: string; id?: number; silent: boolean }

/** The preview of an uploaded picture: a link with a title. `isAlone`: the preview replaced the only link to the picture. */
export type PictureLookup = { kind: 'picture'; path: string; href: string; title?: string; isAlone: boolean }

/** `![alt](/user_uploads/…)`: an uploaded picture within the text. */
export type ImageLookup = { kind: 'image'; path: string; alt: string }

/** How the realm looks names up. The functions are synchronous: they read memory or the realm's SQLite. */
export type Directory = {
  /**
   * Ignores case. Of several users with one name, returns the active one with the lowest id: clients write `@**Name|id**`
   * for the others, so a name alone must always be the same user.
   */
  userByName(name: string): MentionedUser | undefined
  userById(id: number): MentionedUser | undefined
  /** Ignores case. Returns no group that the author must not mention. */
  groupByName(name: string): MentionedGroup | undefined
  /** Returns no channel whose name the author must not know. */
  channelByName(name: string): MentionedChannel | undefined
  /** Returns an active custom emoji. It replaces a Unicode emoji of the same name. */
  emojiByName(name: string): CustomEmoji | undefined
  /** Returns no picture that the author cannot see. `path` is the part of the address after `user_uploads/`. */
  pictureByPath(path: string): UploadedPicture | undefined
}

/** What a mention shows of a user. */
export type MentionedUser = { user_id: number; full_name: string; is_active: boolean }
type MentionedGroup = { id: number; name: string }
type MentionedChannel = { stream_id: number; name: string }
type CustomEmoji = { name: string; source_url: string }
/** A picture without a thumbnail yet has a placeholder, and a damaged one no preview. */
export type UploadedPicture = {
  content_type: string
  width: number
  height: number
  isAnimated: boolean
  state: 'pending' | 'shown' | 'failed'
  thumbnail_url: string
}

/** What a preview shows while the server makes a thumbnail. */
export const PLACEHOLDER_PATH = '/static/images/loading/loader-black.svg'

/** A directory that finds nothing. */
export const EMPTY_DIRECTORY: Directory = {
  userByName: () => undefined,
  userById: () => undefined,
  groupByName: () => undefined,
  channelByName: () => undefined,
  emojiByName: () => undefined,
  pictureByPath: () => undefined,
}
