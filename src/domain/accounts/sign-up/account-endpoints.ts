import * as v from 'valibot'
import { boolean, oneOf, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { tellOfNewBot } from '../../people/bots/events'
import { addressErrors } from '../email-domains/address-rules'
import { refusalOfAddress } from '../email-domains/actions'
import { greet } from './greet'
import { settleInvitations } from './join'
import { administrators, anyoneOrUser } from '../../people/users/callers'
import { notInProduction, refuseInProduction } from '../../people/users/in-development'
import { newKey } from '../../people/users/keys'
import { hashPassword } from '../../people/users/passwords'
import {
  emailInUse,
  invalidEmail,
  nameErrors,
  notAllowedToCreateUsers,
  passwordTooWeak,
  refusalOfPassword,
} from '../../people/users/rules'
import { GENERIC_BOT, MEMBER, ROLES } from '../../people/users/user'
import { openAccount, type AccountWishes } from '../users/actions'
import { TAKEN_ADDRESS_TELLS } from '../users/endpoints'

/** Hashing a password costs much CPU, so the realm checks first whether the actor may create users at all. */
export const createUser = endpoint.twoStep({
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
    return { begun: {} }
  },
  work: (edge, _, { email, full_name, password }) => ({
    email,
    full_name,
    password_hash: hashPassword(password, edge.config.password_cost),
  }),
  finish: (realm, actor, account) => {
    // Other requests ran meanwhile: the right may have been taken away.
    if (!actor.can_create_users) throw notAllowedToCreateUsers({})
    const user = openAccount(realm, account)
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
