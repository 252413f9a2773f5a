import type { Realm } from '../../../realm'
import { FlagSet } from '../flag-sets/flag-set'
import { isMentionedByTopic, isMentioned } from '../message-index/mention-storage'
import { Trait, type IndexRow } from '../message-index/message'
import { isSpectator } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import type { MessageAccess } from './access'

/** The flags of messages as one person has them (specification 2.14). */
export function flagsFor(access: MessageAccess): (row: IndexRow) => string[] {
  const { realm, reader } = access
  if (isSpectator(reader)) return () => ['read']
  const read = new FlagSet(realm, reader.user_id, 'read')
  const starred = new FlagSet(realm, reader.user_id, 'starred')
  const collapsed = new FlagSet(realm, reader.user_id, 'collapsed')
  const alerted = new FlagSet(realm, reader.user_id, 'alerted')
  return (row) => {
    const flags: string[] = []
    // What somebody never received, or left behind when they left its channel, is unread only if they made it so.
    if (read.has(row.id) || !access.countsAsUnreadIfNotRead(row)) flags.push('read')
    if (starred.has(row.id)) flags.push('starred')
    if (collapsed.has(row.id)) flags.push('collapsed')
    if (!access.wasReceived(row)) return [...flags, 'historical']
    if (alerted.has(row.id)) flags.push('has_alert_word')
    return [...flags, ...mentionFlags(realm, reader, row)]
  }
}

export const mentionFlags = (realm: Realm, { user_id }: User, row: IndexRow): string[] =>
  mentionFlagsOf({
    isMentioned: isMentioned(realm, row, user_id),
    byChannel: (row.traits & Trait.channelWildcard) !== 0,
    byTopic: isMentionedByTopic(realm, row, user_id),
  })

/** How somebody is called: by their name or a group's, or as one of many. */
type Mentions = { isMentioned: boolean; byChannel: boolean; byTopic: boolean }

// Asked for every message and everyone who hears of it.
export function mentionFlagsOf({ isMentioned, byChannel, byTopic }: Mentions): string[] {
  const flags: string[] = []
  if (isMentioned) flags.push('mentioned')
  if (byChannel) flags.push('stream_wildcard_mentioned')
  if (byTopic) flags.push('topic_wildcard_mentioned')
  if (byChannel || byTopic) flags.push('wildcard_mentioned')
  return flags
}
