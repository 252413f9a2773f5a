import { integer } from '../../../api/params'
import { endpoint } from '../../../edge'
import { alreadyMuted, cannotMuteSelf, notMuted, tooManyMutedUsers } from '../../people/muted-users/rules'
import { anyUser } from '../../people/users/callers'
import { noSuchUser } from '../../people/users/rules'
import { mute, unmute } from './actions'

export const muteUser = endpoint.decision({
  route: 'POST /users/me/muted_users/:muted_user_id',
  summary: 'Mute a user. Their messages, also earlier ones, are read and do not notify you.',
  caller: anyUser,
  params: { muted_user_id: integer() },
  returns: {},
  errors: [noSuchUser, cannotMuteSelf, alreadyMuted, tooManyMutedUsers],
  decide: (realm, actor, { muted_user_id }) => mute(realm, actor, muted_user_id),
})

export const unmuteUser = endpoint.decision({
  route: 'DELETE /users/me/muted_users/:muted_user_id',
  summary: 'Unmute a user.',
  caller: anyUser,
  params: { muted_user_id: integer() },
  returns: {},
  errors: [noSuchUser, notMuted],
  decide: (realm, actor, { muted_user_id }) => unmute(realm, actor, muted_user_id),
})
