import * as v from 'valibot'
import { boolean, oneOf, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { addressErrors, refusalOfAddress } from '../../mail/email-domains/address-rules'
import { addressPolicyOf } from '../../mail/email-domains/storage'
import { createDevAccount, createUserFor } from './actions'
import { administrators, anyoneOrUser, notInProduction, requireDevelopment } from '../../people/users/callers'
import {
  choiceErrors,
  firstPasswordErrors,
  refusalOfChoice,
  refusalOfFirstPassword,
} from '../../people/users/chosen-password'
import { hashPassword } from '../../people/users/passwords'
import {
  emailInUse,
  invalidEmail,
  nameErrors,
  notAllowedToCreateUsers,
  passwordTooWeak,
  refusalOfPassword,
} from '../../people/users/rules'
import { MEMBER, ROLES } from '../../people/users/user'
import { settingsOf } from '../../realm/settings/storage'
import { NOTE_ON_TAKEN_EMAILS } from '../users/rights'
import { createApiKey } from '../../people/users/api-key-storage'

/** Hashing a password costs much CPU, so the realm checks first whether the actor may create users at all. */
export const createUser = endpoint.twoStep({
  route: 'POST /users',
  summary: 'Create an account.',
  note: NOTE_ON_TAKEN_EMAILS,
  caller: administrators,
  params: { email: shortText(), password: shortText(), full_name: shortText() },
  returns: { user_id: v.number() },
  errors: [
    notAllowedToCreateUsers,
    passwordTooWeak,
    ...choiceErrors,
    emailInUse,
    invalidEmail,
    ...addressErrors,
    ...nameErrors,
  ],
  decide: (realm, actor, { email, password }) => {
    if (!actor.can_create_users) throw notAllowedToCreateUsers({})
    const refusal = refusalOfPassword(password) ?? refusalOfAddress(email, addressPolicyOf(realm))
    if (refusal) throw refusal
    return { begun: { realm_name: settingsOf(realm).name } }
  },
  work: async (edge, { realm_name }, { email, full_name, password }) => {
    const refusal = await refusalOfChoice(edge, { password, context: [full_name, email, realm_name] })
    if (refusal) throw refusal
    return { email, full_name, password_hash: hashPassword(password, edge.config.password_cost) }
  },
  finish: (realm, actor, account) => {
    // Other requests ran meanwhile, so the action checks the right again.
    return { user_id: createUserFor(realm, actor, account).user_id }
  },
})

/**
 * Creates any account for seeds and tests, with an API key at once. Only the Worker knows whether this is a development server,
 * so it checks this and hashes the password first. An account without a password has no other way to log in than its key.
 */
export const devCreateUser = endpoint.decision({
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
    in_default_channels: optional(boolean(), true),
  },
  returns: { api_key: v.string(), email: v.string(), user_id: v.number() },
  errors: [notInProduction, ...firstPasswordErrors, emailInUse, invalidEmail, ...nameErrors],
  prepare: async (edge, { email, full_name, password }) => {
    requireDevelopment(edge)
    if (password === undefined) return { password_hash: null }
    const refusal = await refusalOfFirstPassword(edge, { password, context: [full_name, email] })
    if (refusal) throw refusal
    return { password: undefined, password_hash: hashPassword(password, edge.config.password_cost) }
  },
  decide: (realm, actor, account) => {
    const { user_id, delivery_email } = createDevAccount(realm, actor, account)
    return { api_key: createApiKey(realm, user_id), email: delivery_email, user_id }
  },
})
