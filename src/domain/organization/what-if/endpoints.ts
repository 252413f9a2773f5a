import { integer, oneOf } from '../../../api/params'
import { endpoint } from '../../../edge'
import { updateUser } from '../../accounts/users/endpoints'
import { updateChannel } from '../../management/channels/endpoints'
import { updateUserGroupMembers } from '../../management/groups/endpoints'
import { administrators } from '../../people/users/callers'
import { ROLES } from '../../people/users/user'
import { updateRealmSettings } from '../settings/actions'
import { updateRealm } from '../settings/endpoints'
import { consequencesOf } from './consequences'
import { tooManyMessagesToCount } from './message-counts'
import { summaryFields, summaryOf } from './summary'

// Each endpoint makes the change of another endpoint, with its checks and its errors, and undoes it.

const NOTE =
  'The numbers are exact. Of channels and users, the first 100 are listed. `least` and `most` are the numbers of messages or people for each user. In a channel that a user can see without reading it, the user loses messages only.'

const whatIf = {
  note: NOTE,
  caller: administrators,
  returns: summaryFields,
}

const { description: _, ...channelParams } = updateChannel.params

export const whatIfChannelChanges = endpoint.decision({
  ...whatIf,
  route: 'POST /parley/what_if/streams/:stream_id',
  summary: 'Tell who would gain or lose access by a change of a channel, without making it.',
  params: channelParams,
  errors: [...updateChannel.errors, tooManyMessagesToCount],
  decide: (realm, actor, params) =>
    summaryOf(consequencesOf(realm, () => updateChannel.decide(realm, actor, { ...params, description: undefined }))),
})

export const whatIfRoleChanges = endpoint.decision({
  ...whatIf,
  route: 'POST /parley/what_if/users/:user_id',
  summary: 'Tell what a user would gain or lose with another role, without changing it.',
  params: { user_id: integer(), role: oneOf(ROLES) },
  errors: [...updateUser.errors, tooManyMessagesToCount],
  decide: (realm, actor, params) => {
    const others = { full_name: undefined, profile_data: undefined, new_email: undefined }
    return summaryOf(consequencesOf(realm, () => updateUser.decide(realm, actor, { ...params, ...others })))
  },
})

export const whatIfMembersChange = endpoint.decision({
  ...whatIf,
  route: 'POST /parley/what_if/user_groups/:user_group_id/members',
  summary: 'Tell who would gain or lose access by other members of a user group, without changing them.',
  params: updateUserGroupMembers.params,
  errors: [...updateUserGroupMembers.errors, tooManyMessagesToCount],
  decide: (realm, actor, params) =>
    summaryOf(consequencesOf(realm, () => updateUserGroupMembers.decide(realm, actor, params))),
})

const { message_retention_days, waiting_period_threshold, can_access_all_users_group } = updateRealm.params

export const whatIfRealmChanges = endpoint.decision({
  ...whatIf,
  route: 'POST /parley/what_if/realm',
  summary: 'Tell who would gain or lose access by a change of the organization, without making it.',
  params: { message_retention_days, waiting_period_threshold, can_access_all_users_group },
  errors: [...updateRealm.errors, tooManyMessagesToCount],
  decide: (realm, actor, params) => summaryOf(consequencesOf(realm, () => updateRealmSettings(realm, actor, params))),
})
