import * as v from 'valibot'
import { stateSlice, type Realm } from '../../../realm'
import type { User } from '../../people/users/user'
import { newestDirectConversations } from './newest-direct'

const MAX_CONVERSATIONS = 1000

/** The actor's direct conversations, the latest first. The actor is not in `user_ids`: it is empty for messages to oneself. */
export const recentDirectConversationsState = stateSlice({
  fetchedFor: ['recent_private_conversations'],
  fields: {
    recent_private_conversations: v.array(
      v.strictObject({ max_message_id: v.number(), user_ids: v.array(v.number()) }),
    ),
  },
  read: (realm: Realm, actor: User) => ({
    recent_private_conversations: newestDirectConversations(realm, actor.user_id, MAX_CONVERSATIONS).map(
      ({ max_id, people }) => ({ max_message_id: max_id, user_ids: people.filter((id) => id !== actor.user_id) }),
    ),
  }),
})
