import type { Realm } from '../../../realm'
import { type User } from '../../people/users/user'
import { addFlag, removeFlag } from './actions'
import { markUnread } from './mark-unread'
import type { FlagChange } from './rules'

type ChangedFlags = { messages: number[]; ignored_because_not_subscribed_channels?: number[] }

/** Adds or removes a flag, for the actor. Returns the messages that changed. */
export function changeFlags(
  realm: Realm,
  actor: User,
  { flag, op }: FlagChange,
  messages: readonly number[],
): ChangedFlags {
  if (op === 'add') return { messages: addFlag(realm, actor, flag, messages) }
  return flag === 'read' ? markUnread(realm, actor, messages) : { messages: removeFlag(realm, actor, flag, messages) }
}
