import { ApiError } from '../../../api/errors'
import { type Realm } from '../../../realm'
import { type User } from '../../people/users/user'
import { addFlag, removeFlag } from './actions'
import { markUnread } from './mark-unread'
import { flagChange, type FlagChange } from './rules'

export function requireFlagChange(flag: string, op: string): FlagChange {
  const meant = flagChange(flag, op)
  if (meant instanceof ApiError) throw meant
  return meant
}

type ChangedFlags = { messages: number[]; ignored_because_not_subscribed_channels?: number[] }

export function changeFlags(
  realm: Realm,
  actor: User,
  { flag, op }: FlagChange,
  messages: readonly number[],
): ChangedFlags {
  if (op === 'add') return { messages: addFlag(realm, actor, flag, messages) }
  return flag === 'read' ? markUnread(realm, actor, messages) : { messages: removeFlag(realm, actor, flag, messages) }
}
