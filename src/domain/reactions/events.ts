import * as v from 'valibot'
import { event } from '../../realm'
import { EMOJI_TYPES } from '../emoji/rules'
import type { User } from '../users/user'
import type { Reaction } from './rules'

const fields = {
  message_id: v.number(),
  user_id: v.number(),
  user: v.strictObject({
    user_id: v.number(),
    email: v.string(),
    full_name: v.string(),
    is_mirror_dummy: v.boolean(),
  }),
  emoji_name: v.string(),
  emoji_code: v.string(),
  reaction_type: v.picklist(EMOJI_TYPES),
}

type Told = Reaction & { user: object }

export const reactionAdded = event<Told>({ type: 'reaction', op: 'add', keeps: 'message', fields })
export const reactionRemoved = event<Told>({ type: 'reaction', op: 'remove', keeps: 'message', fields })

/** A reaction as it is told: older clients look for who gave it in `user`. */
export const told = (reaction: Reaction, { user_id, email, full_name }: User): Told => ({
  ...reaction,
  user: { user_id, email, full_name, is_mirror_dummy: false },
})
