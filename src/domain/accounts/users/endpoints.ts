import * as v from 'valibot'
import { tooLong } from '../../../api/parameter-errors'
import { integer, oneOf, optional, shortText } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import { botNameInUse } from '../../people/bots/rules'
import { addressErrors } from '../email-domains/address-rules'
import { noSuchField } from '../profile-fields/rules'
import { valueErrors } from '../profile-fields/value-rules'
import { sayings, withTemplates, type Saying } from '../profile-fields/values'
import { newestOwnMessageId } from '../../messages/access/newest-message'
import { anyUser, mustBeAdministrator, mustBeOwner } from '../../people/users/callers'
import { maybeUserKnownAs } from '../../people/users/known-as'
import { fullProfileOf, userFields } from '../../people/users/profile'
import { emailInUse, insufficientPermission, invalidEmail, nameErrors, noSuchUser } from '../../people/users/rules'
import { ROLES } from '../../people/users/user'
import { maybeUser } from '../../people/users/storage'
import { lastOwnerStaysOwner, mayNotChangeEmails } from './rights'
import { accountSeenToBy, updateAccount } from './update'

/** For the notes of endpoints that give an account an address: no two accounts have one. */
export const TAKEN_ADDRESS_TELLS =
  'An address that any account has is refused, also one that you must not see. The refusal tells that much.'
export const getOwnUser = endpoint.decision({
  route: 'GET /users/me',
  summary: 'Your own account.',
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
  profile_data: optional(sayings),
  new_email: optional(shortText()),
}
const parsed = (edge: Edge, { profile_data }: { profile_data?: Saying[] }) => ({
  profile_data: profile_data && withTemplates(edge, profile_data),
})
const changeErrors = [
  noSuchUser,
  insufficientPermission,
  mustBeOwner,
  mustBeAdministrator,
  lastOwnerStaysOwner,
  botNameInUse,
  ...nameErrors,
  noSuchField,
  ...valueErrors,
  tooLong,
  mayNotChangeEmails,
  invalidEmail,
  emailInUse,
  ...addressErrors,
]

export const updateUser = endpoint.decision({
  route: 'PATCH /users/:user_id',
  summary: 'Change the name, role or address of an account.',
  note: TAKEN_ADDRESS_TELLS,
  caller: anyUser,
  params: { user_id: integer(), ...accountChanges },
  returns: {},
  errors: changeErrors,
  prepare: parsed,
  decide: (realm, actor, { user_id, ...wished }) =>
    updateAccount(realm, actor, accountSeenToBy(actor, maybeUser(realm, user_id)), wished),
})

export const updateUserByEmail = endpoint.decision({
  route: 'PATCH /users/:email',
  summary: 'The same, of the account that goes by an address.',
  note: TAKEN_ADDRESS_TELLS,
  caller: anyUser,
  params: { email: shortText(), ...accountChanges },
  returns: {},
  errors: changeErrors,
  prepare: parsed,
  decide: (realm, actor, { email, ...wished }) =>
    updateAccount(realm, actor, accountSeenToBy(actor, maybeUserKnownAs(realm, actor, email)), wished),
})
