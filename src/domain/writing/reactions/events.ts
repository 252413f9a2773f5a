import * as v from 'valibot'
import { event } from '../../../realm'
import { EMOJI_TYPES } from '../../customization/emoji/rules'
import { unknownUserProfile } from '../../people/users/profile'
import { canQueueSeeUser, decidedForLimitedGuests } from '../../people/users/visible-users'
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

// A user can react without being subscribed, so a limited guest may not be able to see the user.
const reaction = (op: 'add' | 'remove', summary: string) =>
  event<ReactionFacts>({
    type: 'reaction',
    op,
    summary,
    recipients: { channel_message_readers: true, users: 'the sender and the recipients of a direct message' },
    updates: 'message',
    fields,
    variant: (realm, { user_id }, queue) => String(canQueueSeeUser(realm, queue, user_id)),
    encode: (realm, facts, queue) =>
      canQueueSeeUser(realm, queue, facts.user_id)
        ? facts
        : { ...facts, user: userFacts(unknownUserProfile(realm, facts.user_id)) },
    repeats: (realm) => ({ group: '', ...decidedForLimitedGuests(realm) }),
  })

export const reactionAdded = reaction('add', 'A user added an emoji reaction to a message.')
export const reactionRemoved = reaction('remove', 'A user removed an emoji reaction from a message.')

/** Adds `user`, in which older clients look for the user who reacted. */
export const reactionFacts = (reaction: Reaction, user: User): ReactionFacts => ({ ...reaction, user: userFacts(user) })

const userFacts = ({ user_id, email, full_name }: Pick<User, 'user_id' | 'email' | 'full_name'>) => ({
  user_id,
  email,
  full_name,
  is_mirror_dummy: false,
})
