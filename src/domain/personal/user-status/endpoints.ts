import { tooLong } from '../../../api/parameter-errors'
import { boolean, integer, oneOf, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { EMOJI_TYPES, emojiErrors } from '../../customization/emoji/rules'
import { anyUser, humans } from '../../people/users/callers'
import { isAdministrator, noSuchUser, userIsDeactivated } from '../../people/users/rules'
import { getUserWithStatus, setStatus, visibleStatusOf } from './actions'
import { statusShape } from './events'
import { emojiNameNeeded, mayNotSetStatus, noNewValues } from './rules'

const statusParams = {
  status_text: optional(shortText()),
  emoji_name: optional(shortText()),
  emoji_code: optional(shortText()),
  // Zulip's phone app removes an emoji with three empty texts.
  reaction_type: optional(oneOf([...EMOJI_TYPES, ''])),
}
const statusErrors = [noNewValues, tooLong, emojiNameNeeded, ...emojiErrors]

export const updateOwnStatus = endpoint.decision({
  route: 'POST /users/me/status',
  summary: 'Change your status.',
  agentScopes: ['status:write'],
  caller: humans,
  params: { ...statusParams, away: optional(boolean()) },
  returns: {},
  errors: statusErrors,
  decide: (realm, actor, request) => setStatus(realm, actor, request),
})

export const updateStatus = endpoint.decision({
  route: 'POST /users/:user_id/status',
  summary: 'Change the status of another user. Administrators only.',
  caller: anyUser,
  params: { user_id: integer(), ...statusParams },
  returns: {},
  errors: [mayNotSetStatus, noSuchUser, userIsDeactivated, ...statusErrors],
  decide: (realm, actor, { user_id, ...request }) => {
    if (!isAdministrator(actor)) throw mayNotSetStatus({})
    setStatus(realm, getUserWithStatus(realm, actor, user_id), request)
  },
})

export const getStatus = endpoint.decision({
  route: 'GET /users/:user_id/status',
  summary: 'Get the status of a user.',
  agentScopes: ['messages:read'],
  caller: anyUser,
  params: { user_id: integer() },
  returns: { status: statusShape },
  errors: [noSuchUser, userIsDeactivated],
  decide: (realm, actor, { user_id }) => ({ status: visibleStatusOf(realm, getUserWithStatus(realm, actor, user_id)) }),
})
