/**
 * A user, a channel or all readers, in a text that is written without knowledge of the realm. The text has a mark for it, which
 * the realm replaces by a mention, a link or a name: only the realm knows what the bot can see.
 */
export type Reference = { kind: ReferenceKind; value: string; fallback: string }

/**
 * `name of email` becomes a name. `user`, `email` and `user name` become a mention of the user with this id, address or name.
 * `everyone` becomes a wildcard mention. `channel` and `channel name` become a link.
 */
export type ReferenceKind =
  | 'name of email'
  | 'user'
  | 'email'
  | 'user name'
  | 'group'
  | 'everyone'
  | 'channel'
  | 'channel name'

const [START, SEPARATOR, END] = ['\u{f0001}', '\u{f0004}', '\u{f0002}']
const MARK = new RegExp(
  `${START}([a-z ]{1,20})${SEPARATOR}([^${START}${SEPARATOR}${END}]{0,320})${SEPARATOR}([^${START}${SEPARATOR}${END}]{0,1000})${END}`,
  'gu',
)
const MARK_CHARACTERS = /[\u{f0001}-\u{f000f}]/gu

/** Returns the mark of a reference. A value or a fallback that is too long is cut. */
export const referenceTo = (kind: ReferenceKind, value: string, fallback = value): string =>
  START + kind + SEPARATOR + value.slice(0, 320) + SEPARATOR + fallback.slice(0, 1000) + END

export const personWithEmail = (email: string): string => referenceTo('name of email', email)

export const hasReferences = (text: string): boolean => text.includes(START)

/** Returns a text of another server without the characters of marks, so that no sender can write a mark. */
export const withoutMarks = (text: string): string => text.replaceAll(MARK_CHARACTERS, '')

/** Returns the text with what `find` returns for each reference. The fallback stays where it returns undefined. */
export const withReferences = (text: string, find: (reference: Reference) => string | undefined): string =>
  text.replaceAll(MARK, (_, kind: ReferenceKind, value: string, fallback: string) => {
    return find({ kind, value, fallback }) ?? fallback
  })
