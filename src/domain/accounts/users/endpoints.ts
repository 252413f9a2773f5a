import * as v from 'valibot'
import { tooLong } from '../../../api/parameter-errors'
import { integer, oneOf, optional, shortText } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import { botNameInUse } from '../../people/bots/rules'
import { addressErrors } from '../../mail/email-domains/address-rules'
import { fieldDoesNotExist } from '../profile-fields/rules'
import { valueErrors } from '../profile-fields/value-rules'
import { profileDataParam, withTemplates, type RequestedValue } from '../profile-fields/profile-data'
import { newestOwnMessageId } from '../../messages/narrows/newest-message'
import { anyUser, mustBeAdministrator, mustBeOwner } from '../../people/users/callers'
import { findVisibleUserByEmail } from '../../people/users/find-visible-user'
import { fullProfileOf, userFields } from '../../people/users/profile'
import { emailInUse, insufficientPermission, invalidEmail, nameErrors, noSuchUser } from '../../people/users/rules'
import { ROLES } from '../../people/users/user'
import { findUser } from '../../people/users/storage'
import { accountIsErased, cannotChangeEmails, cannotDemoteLastOwner, NOTE_ON_TAKEN_EMAILS } from './rights'
import { requireManagedAccount, updateAccount } from './update-account'

export const getOwnUser = endpoint.decision({
  route: 'GET /users/me',
  summary: 'Get your own account.',
  agentScopes: ['messages:read'],
  caller: anyUser,
  params: {},
  returns: { ...userFields, max_message_id: v.number() },
  errors: [],
  decide: (realm, actor) => ({
    ...fullProfileOf(actor, actor, false),
    max_message_id: newestOwnMessageId(realm, actor),
  }),
})

const accountChanges = {
  full_name: optional(shortText()),
  role: optional(oneOf(ROLES)),
  profile_data: optional(profileDataParam),
  new_email: optional(shortText()),
}
const withParsedProfile = (edge: Edge, { profile_data }: { profile_data?: RequestedValue[] }) => ({
  profile_data: profile_data && withTemplates(edge, profile_data),
})
const changeErrors = [
  noSuchUser,
  accountIsErased,
  insufficientPermission,
  mustBeOwner,
  mustBeAdministrator,
  cannotDemoteLastOwner,
  botNameInUse,
  ...nameErrors,
  fieldDoesNotExist,
  ...valueErrors,
  tooLong,
  cannotChangeEmails,
  invalidEmail,
  emailInUse,
  ...addressErrors,
]

export const updateUser = endpoint.decision({
  route: 'PATCH /users/:user_id',
  summary: 'Change the name, role, profile or email address of an account.',
  note: NOTE_ON_TAKEN_EMAILS,
  caller: anyUser,
  params: { user_id: integer(), ...accountChanges },
  returns: {},
  errors: changeErrors,
  prepare: withParsedProfile,
  decide: (realm, actor, { user_id, ...changes }) =>
    updateAccount(realm, actor, requireManagedAccount(actor, findUser(realm, user_id)), changes),
})

export const updateUserByEmail = endpoint.decision({
  route: 'PATCH /users/:email',
  summary: 'Change the name, role, profile or email address of the account that has an email address.',
  note: NOTE_ON_TAKEN_EMAILS,
  caller: anyUser,
  params: { email: shortText(), ...accountChanges },
  returns: {},
  errors: changeErrors,
  prepare: withParsedProfile,
  decide: (realm, actor, { email, ...changes }) =>
    updateAccount(realm, actor, requireManagedAccount(actor, findVisibleUserByEmail(realm, actor, email)), changes),
})
