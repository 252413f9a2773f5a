import { introduction } from '../../../realm'
import { notePresence, presenceOf } from './storage'

/** Whoever comes to know of somebody finds them among what is news when they next ask who is there. */
export const presenceIntroduction = introduction({
  introduces: 'presence',
  tell: (realm, user_id) => {
    const presence = presenceOf(realm, user_id)
    if (presence) notePresence(realm, user_id, presence)
  },
})
