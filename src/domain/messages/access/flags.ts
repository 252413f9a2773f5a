import type { Realm } from '../../../realm'
import { MarkSet } from '../flag-sets/mark-set'
import { isCalledByTopic, isMentioned } from '../message-index/mention-storage'
import { Trait, type IndexRow } from '../message-index/message'
import { isSpectator } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import type { Reading } from './access'

/** The flags of messages as one person has them (specification 2.14). */
export function flagsShown(reading: Reading): (row: IndexRow) => string[] {
  const { realm, reader } = reading
  if (isSpectator(reader)) return () => ['read']
  const read = new MarkSet(realm, reader.user_id, 'read')
  const starred = new MarkSet(realm, reader.user_id, 'starred')
  const collapsed = new MarkSet(realm, reader.user_id, 'collapsed')
  const alerted = new MarkSet(realm, reader.user_id, 'alerted')
  return (row) => {
    const flags: string[] = []
    // What somebody never received, or left behind when they left its channel, is unread only if they made it so.
    if (read.has(row.id) || !reading.isTheirsToRead(row)) flags.push('read')
    if (starred.has(row.id)) flags.push('starred')
    if (collapsed.has(row.id)) flags.push('collapsed')
    if (!reading.wasReceived(row)) return [...flags, 'historical']
    if (alerted.has(row.id)) flags.push('has_alert_word')
    return [...flags, ...mentionFlags(realm, reader, row)]
  }
}

export const mentionFlags = (realm: Realm, { user_id }: User, row: IndexRow): string[] =>
  mentionFlagsOf({
    isNamed: isMentioned(realm, row, user_id),
    byChannel: (row.traits & Trait.channelWildcard) !== 0,
    byTopic: isCalledByTopic(realm, row, user_id),
  })

/** How somebody is called: by their name or a group's, or as one of many. */
type Called = { isNamed: boolean; byChannel: boolean; byTopic: boolean }

// Asked for every message and everyone who hears of it.
export function mentionFlagsOf({ isNamed, byChannel, byTopic }: Called): string[] {
  const flags: string[] = []
  if (isNamed) flags.push('mentioned')
  if (byChannel) flags.push('stream_wildcard_mentioned')
  if (byTopic) flags.push('topic_wildcard_mentioned')
  if (byChannel || byTopic) flags.push('wildcard_mentioned')
  return flags
}
