import { initialUserData } from '../../../realm'
import { findUser } from '../../people/users/storage'
import { visibleStatusOf } from './actions'
import { userStatusChanged } from './events'

/** Publishes the status to viewers who can see the user from now on. */
export const initialStatus = initialUserData({
  name: 'status',
  publish: (realm, user_id, to) => {
    const status = visibleStatusOf(realm, findUser(realm, user_id)!)
    if (Object.keys(status).length > 0) realm.publish(userStatusChanged({ user_id, ...status }), to)
  },
})
