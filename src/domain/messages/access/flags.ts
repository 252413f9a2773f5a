import type { ReadOnlyRealm } from '../../../realm'
import { FlagSet } from '../flag-sets/flag-set'
import { isMentionedByTopic, isMentioned } from '../message-index/mention-storage'
import { IndexFlag, type IndexRow } from '../message-index/message'
import { isProgram } from '../../people/users/rules'
import { isSpectator } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import type { MessageAccess } from './access'

/** Returns a function that computes a message's flags for the reader (API rule 10). */
export function flagsFor(access: MessageAccess): (row: IndexRow) => string[] {
  const { realm, reader } = access
  if (isSpectator(reader)) return () => ['read']
  const isRead = readTest(access)
  const starred = new FlagSet(realm, reader.user_id, 'starred')
  const collapsed = new FlagSet(realm, reader.user_id, 'collapsed')
  const withoutPreviews = new FlagSet(realm, reader.user_id, 'hide_link_previews')
  const alerted = new FlagSet(realm, reader.user_id, 'alerted')
  return (row) => {
    const flags: string[] = []
    if (isRead(row)) flags.push('read')
    if (starred.has(row.id)) flags.push('starred')
    if (collapsed.has(row.id)) flags.push('collapsed')
    if (withoutPreviews.has(row.id)) flags.push('hide_link_previews')
    if (!access.wasReceived(row))
      return [...flags, ...unreceivedFlags(isProgram(reader) && isMentioned(realm.sql, row, reader.user_id))]
    if (alerted.has(row.id)) flags.push('has_alert_word')
    return [...flags, ...mentionFlags(realm, reader, row)]
  }
}

/**
 * Returns the last flags of a message that was sent where the user is not subscribed. A program receives what mentions it there,
 * and must find out from the flags that it is mentioned.
 */
export const unreceivedFlags = (isMentionOfProgram: boolean): string[] =>
  isMentionOfProgram ? ['historical', 'mentioned'] : ['historical']

/** Returns a test of messages: whether they have the flag `read` for the reader. */
export function readTest(access: MessageAccess): (row: IndexRow) => boolean {
  const mayBeUnread = unreadTest(access)
  // A message that the user did not receive, or whose channel the user left since, is unread only if the user marked it so.
  return (row) => !mayBeUnread(row.id) || !access.countsAsUnreadIfNotRead(row)
}

/** Returns a test of ids: whether the message may be unread. It reads no message. */
export function unreadTest({ realm, reader }: MessageAccess): (id: number) => boolean {
  if (isSpectator(reader)) return () => false
  const read = new FlagSet(realm, reader.user_id, 'read')
  return (id) => !read.has(id)
}

export const mentionFlags = (realm: ReadOnlyRealm, { user_id }: User, row: IndexRow): string[] =>
  mentionFlagsOf({
    isMentioned: isMentioned(realm.sql, row, user_id),
    byChannel: (row.index_flags & IndexFlag.channelWildcard) !== 0,
    byTopic: isMentionedByTopic(realm.sql, row, user_id),
  })

/** How a message mentions a user: by name or through a group, or by a wildcard. */
type Mentions = { isMentioned: boolean; byChannel: boolean; byTopic: boolean }

// Called for each message and each recipient of its event.
export function mentionFlagsOf({ isMentioned, byChannel, byTopic }: Mentions): string[] {
  const flags: string[] = []
  if (isMentioned) flags.push('mentioned')
  if (byChannel) flags.push('stream_wildcard_mentioned')
  if (byTopic) flags.push('topic_wildcard_mentioned')
  if (byChannel || byTopic) flags.push('wildcard_mentioned')
  return flags
}
