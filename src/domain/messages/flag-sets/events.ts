import * as v from 'valibot'
import { event } from '../../../realm'

/** The fields of both events, for added and for removed flags. */
export const flagFields = { operation: v.string(), flag: v.string(), messages: v.array(v.number()), all: v.boolean() }
export type FlagFacts = { operation: 'add' | 'remove'; flag: string; messages: number[]; all: boolean }

export const flagsAdded = event<FlagFacts>({
  type: 'update_message_flags',
  op: 'add',
  summary: 'The user added a flag to messages, such as `read` or `starred`.',
  recipients: { users: 'the user' },
  updates: ['update_message_flags', 'starred_messages'],
  fields: flagFields,
})
