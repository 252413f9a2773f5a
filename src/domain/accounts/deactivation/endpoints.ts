import { tooLong } from '../../../api/parameter-errors'
import { integer, optional, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { botNameInUse, noSuchBot } from '../../people/bots/rules'
import { anyUser, humans, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission, namesMustBeUnique, noSuchUser, userIsDeactivated } from '../../people/users/rules'
import {
  cannotDeactivateLastUser,
  cannotDeactivateOnlyOwner,
  deactivateOneself,
  deactivateUser,
  reactivate,
  deactivateBot,
} from './actions'
import { contentToRemove } from './content-removal'
import { requireManagedBot } from '../bots/update-bot'
import { accountIsErased } from '../users/rights'

const MAX_COMMENT_LENGTH = 2000

export const deactivateAnyUser = endpoint.decision({
  route: 'DELETE /users/:user_id',
  summary: 'Deactivate a user and the user’s bots. `actions` says what to delete with them: the profile, and messages.',
  caller: anyUser,
  params: {
    user_id: integer(),
    deactivation_notification_comment: optional(text(MAX_COMMENT_LENGTH)),
    actions: optional(contentToRemove),
  },
  returns: {},
  errors: [noSuchUser, insufficientPermission, userIsDeactivated, mustBeOwner, cannotDeactivateOnlyOwner, tooLong],
  decide: (realm, actor, { user_id, deactivation_notification_comment: comment, actions }) =>
    deactivateUser(realm, actor, { user_id, comment, actions }),
})

export const deactivateOwnUser = endpoint.decision({
  route: 'DELETE /users/me',
  summary: 'Deactivate your own account, and your bots.',
  caller: humans,
  params: {},
  returns: {},
  errors: [cannotDeactivateLastUser],
  decide: (realm, actor) => deactivateOneself(realm, actor),
})

export const reactivateUser = endpoint.decision({
  route: 'POST /users/:user_id/reactivate',
  summary: 'Reactivate a user or a bot.',
  caller: anyUser,
  params: { user_id: integer() },
  returns: {},
  errors: [noSuchUser, insufficientPermission, mustBeOwner, namesMustBeUnique, botNameInUse, accountIsErased],
  decide: (realm, actor, { user_id }) => reactivate(realm, actor, user_id),
})

export const removeBot = endpoint.decision({
  route: 'DELETE /bots/:bot_id',
  summary: 'Deactivate a bot.',
  caller: anyUser,
  params: { bot_id: integer() },
  returns: {},
  errors: [noSuchBot, insufficientPermission, mustBeOwner, userIsDeactivated],
  decide: (realm, actor, { bot_id }) => deactivateBot(realm, requireManagedBot(realm, actor, bot_id)),
})
