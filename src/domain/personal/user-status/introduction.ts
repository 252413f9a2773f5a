import { introduction } from '../../../realm'
import { maybeUser } from '../../people/users/storage'
import { statusShownOf } from './actions'
import { userStatusChanged } from './events'

/** Whoever comes to know of somebody is told how they are. */
export const statusIntroduction = introduction({
  introduces: 'status',
  tell: (realm, user_id, to) => {
    const status = statusShownOf(realm, maybeUser(realm, user_id)!)
    if (Object.keys(status).length > 0) realm.publish(userStatusChanged({ user_id, ...status }), to)
  },
})
