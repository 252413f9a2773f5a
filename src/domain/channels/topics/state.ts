import * as v from 'valibot'
import { stateSlice, type Realm } from '../../../realm'
import type { User } from '../../people/users/user'
import { directConversationsOf } from './storage'

const MOST_CONVERSATIONS = 1000

/** The reader's direct conversations, the one spoken in last first; the others in each, nobody where it is with themselves. */
export const recentDirectConversationsState = stateSlice({
  fetchedFor: ['recent_private_conversations'],
  fields: {
    recent_private_conversations: v.array(
      v.strictObject({ max_message_id: v.number(), user_ids: v.array(v.number()) }),
    ),
  },
  read: (realm: Realm, actor: User) => ({
    recent_private_conversations: directConversationsOf(realm.sql, actor.user_id)
      .slice(0, MOST_CONVERSATIONS)
      .map(({ max_id, people }) => ({ max_message_id: max_id, user_ids: people.filter((id) => id !== actor.user_id) })),
  }),
})
