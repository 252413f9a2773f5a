import * as v from 'valibot'
import { ApiError } from '../../../api/errors'
import { optional, shortText } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import type { Realm } from '../../../realm'
import { addressForm, letterSentPage, type Complaint } from '../confirmations/pages'
import { addressErrors } from '../email-domains/address-rules'
import { sendWelcomeMessages } from '../../writing/bot-messages/welcome-bot'
import { welcomeText } from '../../realm/settings/settings'
import { settingsOf } from '../../realm/settings/storage'
import { administrators, anyone, theEdge } from '../../people/users/callers'
import { hashPassword } from '../../people/users/passwords'
import { emailInUse, invalidEmail, nameErrors, refusalOfPassword } from '../../people/users/rules'
import { askToSignUp } from './ask'
import { join } from './join'
import { accountForm, joinedPage, obstaclePage } from './pages'
import { linkIsNoGood } from './rules'
import { obstacleTo, wayInWith, type Obstacle } from './ways-in'

const key = { confirmation_key: shortText() }
const nameOf = (realm: Realm) => settingsOf(realm).name

type Found = { obstacle: Obstacle } | { email: string | null; realm_name: string; complaint?: Complaint }

function lookAt(realm: Realm, secret: string): Found {
  const way = wayInWith(realm, secret)
  return typeof way === 'string' ? { obstacle: way } : { email: way.email, realm_name: nameOf(realm) }
}

/** Looking changes nothing: programs that look into mail open its links too. */
export const openInvitation = endpoint({
  route: 'GET site:/join/:confirmation_key',
  summary: 'The page that an invitation leads to.',
  caller: anyone,
  params: key,
  returns: {},
  errors: [],
  decide: (realm, _, { confirmation_key }) => lookAt(realm, confirmation_key),
  serve: (_, found) => {
    if ('obstacle' in found) return obstaclePage(found.obstacle)
    const { realm_name, email } = found
    return email === null ? addressForm(`Join ${realm_name}`) : accountForm(realm_name, email)
  },
})

/** Whose address is known says what they want to be called; of others, the address is to be confirmed first. */
export const acceptInvitation = endpoint({
  route: 'POST site:/join/:confirmation_key',
  summary:
    'Join by an invitation: with a name and a password, or where anybody may use the link, by way of an address.',
  caller: anyone,
  params: {
    ...key,
    email: optional(shortText(), ''),
    full_name: optional(shortText(), ''),
    password: optional(shortText(), ''),
  },
  returns: {},
  errors: [],
  decide: (realm, _, { confirmation_key, email }): Found => {
    const way = wayInWith(realm, confirmation_key)
    const found = lookAt(realm, confirmation_key)
    if (typeof way === 'string' || way.email !== null || 'obstacle' in found) return found
    return { ...found, complaint: askToSignUp(realm, email, way.invitation)?.refusal }
  },
  serve: async (edge, found, { confirmation_key, email, full_name, password }) => {
    if ('obstacle' in found) return obstaclePage(found.obstacle)
    const { realm_name, complaint } = found
    if (found.email !== null)
      return signUp(edge, { realm_name, email: found.email }, { confirmation_key, full_name, password })
    return complaint ? addressForm(`Join ${realm_name}`, email, complaint) : letterSentPage(email)
  },
})

type Chosen = { confirmation_key: string; full_name: string; password: string }

async function signUp(edge: Edge, { realm_name, email }: { realm_name: string; email: string }, chosen: Chosen) {
  const { confirmation_key, full_name, password } = chosen
  const again = (complaint: Complaint) => accountForm(realm_name, email, full_name, complaint)
  const refusal = refusalOfPassword(password)
  if (refusal) return again(refusal.refusal)
  const password_hash = hashPassword(password, edge.config.password_cost)
  try {
    await edge.ask(finishSigningUp, { confirmation_key, full_name, password_hash })
  } catch (error) {
    if (error instanceof ApiError) return again(error.refusal)
    throw error
  }
  return joinedPage(realm_name, edge.realm_url)
}

export const finishSigningUp = endpoint({
  route: 'INNER /finish_signing_up',
  summary: 'Make the account of somebody who was let in, whose password the edge has hashed.',
  caller: theEdge,
  params: { confirmation_key: v.string(), full_name: v.string(), password_hash: v.string() },
  returns: {},
  errors: [linkIsNoGood, emailInUse, invalidEmail, ...addressErrors, ...nameErrors],
  decide: (realm, _, { confirmation_key, ...chosen }) => {
    // Other requests ran meanwhile: the link may have been used, or taken back.
    const way = wayInWith(realm, confirmation_key)
    if (typeof way === 'string' || way.email === null) throw linkIsNoGood({})
    join(realm, { ...chosen, email: way.email }, way.invitation)
    return {}
  },
})

const openSignUp = (realm: Realm) =>
  obstacleTo(realm) ?? (settingsOf(realm).invite_required ? 'by invitation only' : undefined)

export const openRegistration = endpoint({
  route: 'GET site:/register',
  summary: 'The page on which anybody may ask for an account, where anybody may have one.',
  caller: anyone,
  params: {},
  returns: {},
  errors: [],
  decide: (realm) => ({ obstacle: openSignUp(realm), realm_name: nameOf(realm) }),
  serve: (_, { obstacle, realm_name }) => (obstacle ? obstaclePage(obstacle) : addressForm(`Join ${realm_name}`)),
})

export const register = endpoint({
  route: 'POST site:/register',
  summary: 'Ask for a link by which to make an account of an address.',
  caller: anyone,
  params: { email: shortText() },
  returns: {},
  errors: [],
  decide: (realm, _, { email }) => {
    const obstacle = openSignUp(realm)
    const complaint = obstacle === undefined ? askToSignUp(realm, email)?.refusal : undefined
    return { obstacle, complaint, realm_name: nameOf(realm) }
  },
  serve: (_, { obstacle, complaint, realm_name }, { email }) => {
    if (obstacle) return obstaclePage(obstacle)
    return complaint ? addressForm(`Join ${realm_name}`, email, complaint) : letterSentPage(email)
  },
})

export const testWelcome = endpoint({
  route: 'POST /realm/test_welcome_bot_custom_message',
  summary: 'Be greeted as a newcomer would be, with words to try.',
  caller: administrators,
  params: { welcome_message_custom_text: welcomeText },
  returns: { message_id: v.number() },
  errors: [],
  decide: (realm, actor, { welcome_message_custom_text }) => ({
    message_id: sendWelcomeMessages(realm, actor, welcome_message_custom_text),
  }),
})
