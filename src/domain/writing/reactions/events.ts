import * as v from 'valibot'
import { event } from '../../../realm'
import { EMOJI_TYPES } from '../../customization/emoji/rules'
import { unknownUser } from '../../people/users/profile'
import { hearsOf } from '../../people/users/sight'
import type { User } from '../../people/users/user'
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

type ReactionFacts = Reaction & { user: object }

// Who reacts need not be in the channel, and so may be nobody that a guest may know of.
const reaction = (op: 'add' | 'remove', summary: string) =>
  event<ReactionFacts>({
    type: 'reaction',
    op,
    summary,
    recipients: { channel_message_readers: true, users: 'the sender and the recipients of a direct message' },
    keeps: 'message',
    fields,
    variant: (realm, { user_id }, queue) => String(hearsOf(realm, queue, user_id)),
    encode: (realm, told, queue) =>
      hearsOf(realm, queue, told.user_id) ? told : { ...told, user: named(unknownUser(realm, told.user_id)) },
  })

export const reactionAdded = reaction('add', 'A user added an emoji reaction to a message.')
export const reactionRemoved = reaction('remove', 'A user removed an emoji reaction from a message.')

/** A reaction as it is told: older clients look for who gave it in `user`. */
export const reactionFacts = (reaction: Reaction, user: User): ReactionFacts => ({ ...reaction, user: named(user) })

const named = ({ user_id, email, full_name }: Pick<User, 'user_id' | 'email' | 'full_name'>) => ({
  user_id,
  email,
  full_name,
  is_mirror_dummy: false,
})
