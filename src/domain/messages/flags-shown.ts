import type { Realm } from '../../realm'
import type { User } from '../users/user'
import type { Reading } from './access'
import { MarkSet } from './marks'
import { isMentioned, Trait, wroteUpTo, type IndexRow } from './storage'

/** The flags of messages as one person has them (specification 2.14). */
export function flagsShown(reading: Reading): (row: IndexRow) => string[] {
  const { realm, reader } = reading
  const read = new MarkSet(realm, reader.user_id, 'read')
  const starred = new MarkSet(realm, reader.user_id, 'starred')
  const collapsed = new MarkSet(realm, reader.user_id, 'collapsed')
  const alerted = new MarkSet(realm, reader.user_id, 'alerted')
  return (row) => {
    const flags: string[] = []
    // What somebody never received, or left behind when they left its channel, is none of their unread business.
    if (read.has(row.id) || !reading.receivedSinceJoining(row)) flags.push('read')
    if (starred.has(row.id)) flags.push('starred')
    if (collapsed.has(row.id)) flags.push('collapsed')
    if (!reading.wasReceived(row)) return [...flags, 'historical']
    if (alerted.has(row.id)) flags.push('has_alert_word')
    return [...flags, ...mentionFlags(realm, reader, row)]
  }
}

export function mentionFlags(realm: Realm, reader: User, row: IndexRow): string[] {
  const flags: string[] = []
  if (isMentioned(realm, row, reader.user_id)) flags.push('mentioned')
  const byChannel = (row.traits & Trait.channelWildcard) !== 0
  const byTopic = (row.traits & Trait.topicWildcard) !== 0 && wroteUpTo(realm, row, reader.user_id)
  if (byChannel) flags.push('stream_wildcard_mentioned')
  if (byTopic) flags.push('topic_wildcard_mentioned')
  if (byChannel || byTopic) flags.push('wildcard_mentioned')
  return flags
}
