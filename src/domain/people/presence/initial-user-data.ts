import { initialUserData } from '../../../realm'
import { setPresence, presenceOf } from './storage'

/** Marks the presence as changed, so that a viewer who can see the user from now on receives it with their next request. */
export const initialPresence = initialUserData({
  name: 'presence',
  publish: (realm, user_id) => {
    const presence = presenceOf(realm, user_id)
    if (presence) setPresence(realm, user_id, presence)
  },
})
