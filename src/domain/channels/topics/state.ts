import * as v from 'valibot'
import { stateSlice, type ReadOnlyRealm } from '../../../realm'
import type { User } from '../../people/users/user'
import { directConversationsOf } from './storage'

const MAX_CONVERSATIONS = 1000

/** The actor's direct conversations, the latest first. The actor is not in `user_ids`: it is empty for messages to oneself. */
export const recentDirectConversationsState = stateSlice({
  fetchedFor: ['recent_private_conversations'],
  fields: {
    recent_private_conversations: v.array(
      v.strictObject({ max_message_id: v.number(), user_ids: v.array(v.number()) }),
    ),
  },
  read: (realm: ReadOnlyRealm, actor: User) => ({
    recent_private_conversations: directConversationsOf(realm.sql, actor.user_id)
      .slice(0, MAX_CONVERSATIONS)
      .map(({ max_id, people }) => ({ max_message_id: max_id, user_ids: people.filter((id) => id !== actor.user_id) })),
  }),
})
