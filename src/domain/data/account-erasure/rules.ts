import { badRequest } from '../../../api/errors'
import { decodeEntities } from '../../../markdown/html-text'
import type { MessageBody } from '../../../realm'

export const wrongOwnAddress = badRequest(() => 'This is not the email address of your account')
export const messagesAreKept = badRequest(() => 'This organization keeps the messages of users who leave')

/** The name of an account whose personal data was erased. */
export const erasedName = (user_id: number): string => `Deleted user ${user_id}`

type Texts = Pick<MessageBody, 'content' | 'rendered_content'>

/** What the HTML of a message contains if it mentions a user. */
export const mentionMark = (user_id: number): string => `data-user-id="${user_id}"`

/** Returns the texts of a message with the erased name in all mentions of the user. Other text stays as its writer wrote it. */
export function withoutName({ content, rendered_content }: Texts, user_id: number): Texts {
  // Linear: the mark is a fixed text and a number.
  const mention = new RegExp(`(<span class="user-mention[^"]*" ${mentionMark(user_id)}>@?)([^<]*)</span>`, 'g')
  const names = new Set([...rendered_content.matchAll(mention)].map(([, , name = '']) => decodeEntities(name)))
  const erased = erasedName(user_id)
  return {
    rendered_content: rendered_content.replace(mention, `$1${erased}</span>`),
    content: [...names].reduce(
      (text, name) =>
        text.replaceAll(mentionOf(name, user_id), (_, begin: string) => `${begin}**${erased}|${user_id}**`),
      content,
    ),
  }
}

const mentionOf = (name: string, user_id: number): RegExp =>
  // Linear: the name is escaped.
  new RegExp(`(@_?)\\*\\*${name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}(?:\\|${user_id})?\\*\\*`, 'g')
