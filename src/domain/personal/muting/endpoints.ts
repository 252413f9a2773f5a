import { integer } from '../../../api/params'
import { endpoint } from '../../../edge'
import { markSenderRead } from '../../messages/read-state/mark-read'
import { anyUser } from '../../people/users/callers'
import { noSuchUser } from '../../people/users/rules'
import { mute, personToMute, unmute } from './actions'
import { alreadyMuted, cannotMuteSelf, notMuted, tooManyMuted } from '../../people/muted-users/rules'

export const muteUser = endpoint.decision({
  route: 'POST /users/me/muted_users/:muted_user_id',
  summary: 'Mute somebody: what they said and will say counts as read, and notifies you of nothing.',
  caller: anyUser,
  params: { muted_user_id: integer() },
  returns: {},
  errors: [noSuchUser, cannotMuteSelf, alreadyMuted, tooManyMuted],
  decide: (realm, actor, { muted_user_id }) => {
    const person = personToMute(realm, actor, muted_user_id)
    markSenderRead(realm, actor, person)
    mute(realm, actor, person)
  },
})

export const unmuteUser = endpoint.decision({
  route: 'DELETE /users/me/muted_users/:muted_user_id',
  summary: 'Hear somebody again.',
  caller: anyUser,
  params: { muted_user_id: integer() },
  returns: {},
  errors: [noSuchUser, notMuted],
  decide: (realm, actor, { muted_user_id }) => unmute(realm, actor, muted_user_id),
})
