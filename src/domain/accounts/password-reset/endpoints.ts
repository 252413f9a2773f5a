import * as v from 'valibot'
import { shortText } from '../../../api/params'
import { ApiError } from '../../../api/errors'
import { endpoint } from '../../../edge'
import { addressForm, letterSentPage, linkIsNoGoodPage } from '../confirmations/pages'
import { linkIsNoGood } from '../sign-up/rules'
import { obstaclePage } from '../sign-up/pages'
import { obstacleTo } from '../sign-up/ways-in'
import { anyone, theEdge } from '../../people/users/callers'
import { hashPassword } from '../../people/users/passwords'
import { refusalOfNewPassword } from '../../people/users/rules'
import { askToReset, reset, userWith } from './actions'
import { donePage, passwordForm, TITLE } from './pages'

const key = { confirmation_key: shortText() }

export const openForgotten = endpoint({
  route: 'GET site:/accounts/password/reset',
  summary: 'The page for somebody who forgot their password.',
  caller: anyone,
  params: {},
  returns: {},
  errors: [],
  decide: (realm) => ({ obstacle: obstacleTo(realm) }),
  serve: (_, { obstacle }) => (obstacle ? obstaclePage(obstacle) : addressForm(TITLE)),
})

export const askForReset = endpoint({
  route: 'POST site:/accounts/password/reset',
  summary: 'Ask for a link by which to choose another password.',
  caller: anyone,
  params: { email: shortText() },
  returns: {},
  errors: [],
  decide: (realm, _, { email }) => {
    const obstacle = obstacleTo(realm)
    return { obstacle, complaint: obstacle === undefined ? askToReset(realm, email)?.refusal : undefined }
  },
  serve: (_, { obstacle, complaint }, { email }) => {
    if (obstacle) return obstaclePage(obstacle)
    return complaint ? addressForm(TITLE, email, complaint) : letterSentPage(email)
  },
})

/** Looking changes nothing: programs that look into mail open its links too. */
export const openReset = endpoint({
  route: 'GET site:/accounts/password/reset/:confirmation_key',
  summary: 'The page to which somebody is led who forgot their password.',
  caller: anyone,
  params: key,
  returns: {},
  errors: [],
  decide: (realm, _, { confirmation_key }) => ({ isGood: userWith(realm, confirmation_key) !== undefined }),
  serve: (_, { isGood }) => (isGood ? passwordForm() : linkIsNoGoodPage(TITLE)),
})

export const chooseAnother = endpoint({
  route: 'POST site:/accounts/password/reset/:confirmation_key',
  summary: 'Choose another password.',
  caller: anyone,
  params: { ...key, password: shortText() },
  returns: {},
  errors: [],
  // Hashing costs too much to do for whoever asks.
  decide: (realm, _, { confirmation_key }) => ({ isGood: userWith(realm, confirmation_key) !== undefined }),
  serve: async (edge, { isGood }, { confirmation_key, password }) => {
    if (!isGood) return linkIsNoGoodPage(TITLE)
    const refusal = refusalOfNewPassword(password)
    if (refusal) return passwordForm(refusal.refusal)
    try {
      const password_hash = hashPassword(password, edge.config.password_cost)
      await edge.ask(finishResetting, { confirmation_key, password_hash })
    } catch (error) {
      if (error instanceof ApiError) return linkIsNoGoodPage(TITLE)
      throw error
    }
    return donePage()
  },
})

export const finishResetting = endpoint({
  route: 'INNER /finish_resetting',
  summary: 'Give somebody the password that the edge has hashed.',
  caller: theEdge,
  params: { confirmation_key: v.string(), password_hash: v.string() },
  returns: {},
  errors: [linkIsNoGood],
  decide: (realm, _, { confirmation_key, password_hash }) => {
    reset(realm, confirmation_key, password_hash)
    return {}
  },
})
