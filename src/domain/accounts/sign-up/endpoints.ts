import * as v from 'valibot'
import { ApiError } from '../../../api/errors'
import { optional, shortText } from '../../../api/params'
import { endpoint, step, type Edge } from '../../../edge'
import type { Realm } from '../../../realm'
import { addressForm, letterSentPage, type Complaint } from '../confirmations/pages'
import { sendWelcomeMessages } from '../../writing/bot-messages/actions'
import { welcomeText } from '../../realm/settings/settings'
import { settingsOf } from '../../realm/settings/storage'
import { administrators, anyone } from '../../people/users/callers'
import { hashPassword } from '../../people/users/passwords'
import { refusalOfPassword } from '../../people/users/rules'
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
export const openInvitation = endpoint.file({
  route: 'GET site:/join/:confirmation_key',
  summary: 'The page that an invitation leads to.',
  caller: anyone,
  params: key,
  errors: [],
  decide: (realm, _, { confirmation_key }) => lookAt(realm, confirmation_key),
  serve: (_, found) => {
    if ('obstacle' in found) return obstaclePage(found.obstacle)
    const { realm_name, email } = found
    return email === null ? addressForm(`Join ${realm_name}`) : accountForm(realm_name, email)
  },
})

type NewAccount = { confirmation_key: string; full_name: string; password_hash: string }

/** Creates the account of an invited user, whose password the Worker hashed. */
const finishSigningUp = step((realm, _: undefined, { confirmation_key, ...chosen }: NewAccount) => {
  // Other requests ran meanwhile: the link may have been used or revoked.
  const way = wayInWith(realm, confirmation_key)
  if (typeof way === 'string' || way.email === null) throw linkIsNoGood({})
  join(realm, { ...chosen, email: way.email }, way.invitation)
})

/** Whose address is known says what they want to be called; of others, the address is to be confirmed first. */
export const acceptInvitation = endpoint.file({
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
  errors: [],
  steps: { finishSigningUp },
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

const openSignUp = (realm: Realm) =>
  obstacleTo(realm) ?? (settingsOf(realm).invite_required ? 'by invitation only' : undefined)

export const openRegistration = endpoint.file({
  route: 'GET site:/register',
  summary: 'The page on which anybody may ask for an account, where anybody may have one.',
  caller: anyone,
  params: {},
  errors: [],
  decide: (realm) => ({ obstacle: openSignUp(realm), realm_name: nameOf(realm) }),
  serve: (_, { obstacle, realm_name }) => (obstacle ? obstaclePage(obstacle) : addressForm(`Join ${realm_name}`)),
})

export const register = endpoint.file({
  route: 'POST site:/register',
  summary: 'Ask for a link by which to make an account of an address.',
  caller: anyone,
  params: { email: shortText() },
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

export const testWelcome = endpoint.decision({
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
