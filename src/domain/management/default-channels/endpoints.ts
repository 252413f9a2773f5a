import { naturalNumber } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidChannelId } from '../../channels/channels/rules'
import { administrators } from '../../people/users/callers'
import { setDefault } from './actions'
import { privateCannotBeDefault } from './rules'

export const addDefaultChannel = endpoint.decision({
  route: 'POST /default_streams',
  summary: 'Let new accounts begin in a channel.',
  caller: administrators,
  params: { stream_id: naturalNumber() },
  returns: {},
  errors: [invalidChannelId, privateCannotBeDefault],
  decide: (realm, actor, { stream_id }) => setDefault(realm, actor, { stream_id, is_default: true }),
})

export const removeDefaultChannel = endpoint.decision({
  route: 'DELETE /default_streams',
  summary: 'Let new accounts begin without a channel.',
  caller: administrators,
  params: { stream_id: naturalNumber() },
  returns: {},
  errors: [invalidChannelId],
  decide: (realm, actor, { stream_id }) => setDefault(realm, actor, { stream_id, is_default: false }),
})
