import * as v from 'valibot'
import { tooLong } from '../../api/complaints'
import { boolean, integer, oneOf, optional, shortText, text } from '../../api/params'
import { endpoint, type Edge } from '../../edge'
import { tellOfNewBot } from '../bots/events'
import { botNameInUse } from '../bots/rules'
import { addressErrors } from '../domains/address-rules'
import { refusalOfAddress } from '../domains/actions'
import { tellOfConsentBrought } from '../exports/actions'
import { revokeAllOf } from '../invitations/manage'
import { noSuchField } from '../profile-fields/rules'
import { valueErrors } from '../profile-fields/value-rules'
import { sayings, withTemplates, type Saying } from '../profile-fields/values'
import { newestOwn } from '../reading/newest'
import { greet } from '../sign-up/greet'
import { settleInvitations } from '../sign-up/join'
import {
  administrators,
  anyoneOrUser,
  anyUser,
  humans,
  mustBeAdministrator,
  mustBeOwner,
  theEdge,
} from '../users/callers'
import { notInProduction, refuseInProduction } from '../users/in-development'
import { newKey, stillLetIn } from '../users/keys'
import { maybeUserKnownAs } from '../users/known-as'
import { hashPassword } from '../users/passwords'
import { fullProfileOf, userFields } from '../users/profile'
import {
  emailInUse,
  insufficientPermission,
  invalidEmail,
  isAdministrator,
  nameErrors,
  namesMustBeUnique,
  noSuchUser,
  notAllowedToCreateUsers,
  passwordTooWeak,
  refusalOfPassword,
  userIsDeactivated,
} from '../users/rules'
import { GENERIC_BOT, MEMBER, ROLES } from '../users/user'
import { maybeUser } from '../users/storage'
import { openAccount, type AccountWishes } from './actions'
import {
  cannotDeactivateLastUser,
  cannotDeactivateOnlyOwner,
  deactivateOneself,
  deactivateUser,
  reactivate,
} from './deactivate'
import { tellByMail } from './letters'
import { lastOwnerStaysOwner, mayNotChangeEmails } from './rights'
import { accountSeenToBy, updateAccount } from './update'

/** For the notes of endpoints that give an account an address: no two accounts have one. */
const TAKEN_ADDRESS_TELLS =
  'An address that any account has is refused, also one that you must not see. The refusal tells that much.'

/** Hashing a password costs too much to do for whoever asks, so the realm first says whether the asker may create anyone. */
export const createUser = endpoint({
  route: 'POST /users',
  summary: 'Create an account.',
  note: TAKEN_ADDRESS_TELLS,
  caller: administrators,
  params: { email: shortText(), password: shortText(), full_name: shortText() },
  returns: { user_id: v.number() },
  errors: [notAllowedToCreateUsers, passwordTooWeak, emailInUse, invalidEmail, ...addressErrors, ...nameErrors],
  decide: (realm, actor, { email, password }) => {
    if (!actor.can_create_users) throw notAllowedToCreateUsers({})
    const refusal = refusalOfPassword(password) ?? refusalOfAddress(realm, email)
    if (refusal) throw refusal
    return { creator_id: actor.user_id }
  },
  present: (edge, { creator_id }, { email, full_name, password }) =>
    edge.ask(finishCreatingUser, {
      creator_id,
      email,
      full_name,
      password_hash: hashPassword(password, edge.config.password_cost),
    }),
})

export const finishCreatingUser = endpoint({
  route: 'INNER /finish_creating_user',
  summary: 'Create an account whose password the edge has hashed.',
  caller: theEdge,
  params: { creator_id: v.number(), email: v.string(), full_name: v.string(), password_hash: v.string() },
  returns: { user_id: v.number() },
  errors: [...administrators.errors, notAllowedToCreateUsers, emailInUse, invalidEmail, ...nameErrors],
  decide: (realm, _, { creator_id, email, full_name, password_hash }) => {
    // Other requests ran meanwhile: the right may have been taken away.
    const creator = stillLetIn(realm, creator_id)
    if (!isAdministrator(creator) || !creator.can_create_users) throw notAllowedToCreateUsers({})
    const user = openAccount(realm, { email, full_name, password_hash })
    settleInvitations(realm, user.delivery_email)
    greet(realm, user)
    return { user_id: user.user_id }
  },
})

/**
 * Makes anyone, as seeds and tests need them: any role, a person or a bot, with a key at once. A bot belongs to whoever
 * asks. Who may is settled at the edge, which knows whether this is a development server, so the password is hashed there
 * and then; an account made without one has its key and no other way in.
 */
export const devCreateUser = endpoint({
  route: 'POST /dev_create_user',
  summary: 'Create an account of any kind and get its API key. Development servers only.',
  caller: anyoneOrUser,
  params: {
    email: shortText(),
    full_name: shortText(),
    password: optional(shortText()),
    role: optional(oneOf(ROLES), MEMBER),
    bot: optional(boolean(), false),
    can_create_users: optional(boolean(), false),
    can_change_user_emails: optional(boolean(), false),
  },
  returns: { api_key: v.string(), email: v.string(), user_id: v.number() },
  errors: [notInProduction, passwordTooWeak, emailInUse, invalidEmail, ...nameErrors],
  prepare: (edge, { password }) => {
    refuseInProduction(edge)
    if (password === undefined) return { password_hash: null }
    const refusal = refusalOfPassword(password)
    if (refusal) throw refusal
    return { password: undefined, password_hash: hashPassword(password, edge.config.password_cost) }
  },
  decide: (realm, actor, { bot, ...wishes }) => {
    const owned: Pick<AccountWishes, 'bot_type' | 'bot_owner_id'> = bot
      ? { bot_type: GENERIC_BOT, bot_owner_id: actor?.user_id }
      : {}
    const user = openAccount(realm, { ...wishes, ...owned })
    const { user_id, delivery_email } = user
    if (bot) tellOfNewBot(realm, user)
    return { api_key: newKey(realm, user_id), email: delivery_email, user_id }
  },
})

export const getOwnUser = endpoint({
  route: 'GET /users/me',
  summary: 'Your own account.',
  caller: anyUser,
  params: {},
  returns: { ...userFields, max_message_id: v.number() },
  errors: [],
  decide: (realm, actor) => ({
    ...fullProfileOf(actor, actor, false),
    max_message_id: newestOwn(realm, actor),
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

export const updateUser = endpoint({
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

export const updateUserByEmail = endpoint({
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

const MAX_COMMENT_LENGTH = 2000

export const deactivateAnyUser = endpoint({
  route: 'DELETE /users/:user_id',
  summary: 'Deactivate an account, and the bots of its owner.',
  caller: anyUser,
  params: {
    user_id: integer(),
    deactivation_notification_comment: optional(text(MAX_COMMENT_LENGTH)),
  },
  returns: {},
  errors: [noSuchUser, insufficientPermission, userIsDeactivated, mustBeOwner, cannotDeactivateOnlyOwner, tooLong],
  decide: (realm, actor, { user_id, deactivation_notification_comment: comment }) => {
    const { delivery_email } = deactivateUser(realm, actor, user_id)
    revokeAllOf(realm, user_id)
    if (comment !== undefined) tellByMail(realm, delivery_email, comment)
  },
})

export const deactivateOwnUser = endpoint({
  route: 'DELETE /users/me',
  summary: 'Deactivate your own account, and your bots.',
  caller: humans,
  params: {},
  returns: {},
  errors: [cannotDeactivateLastUser],
  decide: (realm, actor) => {
    deactivateOneself(realm, actor)
    revokeAllOf(realm, actor.user_id)
  },
})

export const reactivateUser = endpoint({
  route: 'POST /users/:user_id/reactivate',
  summary: 'Bring a deactivated account back.',
  caller: anyUser,
  params: { user_id: integer() },
  returns: {},
  errors: [noSuchUser, insufficientPermission, mustBeOwner, namesMustBeUnique, botNameInUse],
  decide: (realm, actor, { user_id }) => {
    if (reactivate(realm, actor, user_id)) tellOfConsentBrought(realm, user_id)
  },
})
