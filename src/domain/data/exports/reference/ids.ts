import type { Conversation } from '../../../channels/topics/conversation'

/** The reference server has one id for each place of messages: a user, a channel, or a group of users. */
export const personalRecipient = (user_id: number): number => user_id * 4
export const channelRecipient = (stream_id: number): number => stream_id * 4 + 1
export const groupRecipient = (conversation_id: number): number => conversation_id * 4 + 2

export const PERSONAL = 1
export const CHANNEL = 2
export const GROUP = 3

/** A conversation of three users or more. Other direct messages have the recipient of the user who receives them. */
export const isGroupConversation = ({ people }: Pick<Conversation, 'people'>): boolean =>
  people !== null && people.length > 2

/** The only realm of an export, and the only program that sent its messages. */
export const REALM = 1
export const CLIENT = 1

/** The value of a name that both servers spell differently. */
export const referenceName = (name: string): string => name.replace(/^svc(?=_|$)/, 'zulip')
