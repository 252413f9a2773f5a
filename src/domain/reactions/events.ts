import * as v from 'valibot'
import type { Queue } from '../../events/queues'
import { event, type Realm } from '../../realm'
import { EMOJI_TYPES } from '../emoji/rules'
import { unknownUser } from '../users/profile'
import { canKnowOf } from '../users/sight'
import { maybeUser } from '../users/storage'
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

const reaction = (op: 'add' | 'remove') =>
  event<Told>({
    type: 'reaction',
    op,
    keeps: 'message',
    fields,
    variant: (realm, { user_id }, queue) => String(isKnown(realm, user_id, queue)),
    encode: (realm, told, queue) =>
      isKnown(realm, told.user_id, queue) ? told : { ...told, user: named(unknownUser(realm, told.user_id)) },
  })

export const reactionAdded = reaction('add')
export const reactionRemoved = reaction('remove')

// Who reacts need not be in the channel, and so may be nobody that a guest may know of.
const isKnown = (realm: Realm, user_id: number, queue: Queue): boolean =>
  canKnowOf(realm, maybeUser(realm, queue.user_id)!, maybeUser(realm, user_id)!)

/** A reaction as it is told: older clients look for who gave it in `user`. */
export const told = (reaction: Reaction, user: User): Told => ({ ...reaction, user: named(user) })

const named = ({ user_id, email, full_name }: Pick<User, 'user_id' | 'email' | 'full_name'>) => ({
  user_id,
  email,
  full_name,
  is_mirror_dummy: false,
})
