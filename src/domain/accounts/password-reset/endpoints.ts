import { shortText } from '../../../api/params'
import { ApiError } from '../../../api/errors'
import { endpoint, step } from '../../../edge'
import { addressForm, letterSentPage, linkIsNoGoodPage } from '../confirmations/pages'
import { obstaclePage } from '../sign-up/pages'
import { obstacleTo } from '../sign-up/ways-in'
import { anyone } from '../../people/users/callers'
import { hashPassword } from '../../people/users/passwords'
import { refusalOfNewPassword } from '../../people/users/rules'
import { askToReset, reset, userWith } from './actions'
import { donePage, passwordForm, TITLE } from './pages'

const key = { confirmation_key: shortText() }

export const openForgotten = endpoint.file({
  route: 'GET site:/accounts/password/reset',
  summary: 'The page for somebody who forgot their password.',
  caller: anyone,
  params: {},
  errors: [],
  decide: (realm) => ({ obstacle: obstacleTo(realm) }),
  serve: (_, { obstacle }) => (obstacle ? obstaclePage(obstacle) : addressForm(TITLE)),
})

export const askForReset = endpoint.file({
  route: 'POST site:/accounts/password/reset',
  summary: 'Ask for a link by which to choose another password.',
  caller: anyone,
  params: { email: shortText() },
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
export const openReset = endpoint.file({
  route: 'GET site:/accounts/password/reset/:confirmation_key',
  summary: 'The page to which somebody is led who forgot their password.',
  caller: anyone,
  params: key,
  errors: [],
  decide: (realm, _, { confirmation_key }) => ({ isGood: userWith(realm, confirmation_key) !== undefined }),
  serve: (_, { isGood }) => (isGood ? passwordForm() : linkIsNoGoodPage(TITLE)),
})

type NewPassword = { confirmation_key: string; password_hash: string }

/** Gives the user the password that the Worker hashed. */
const finishResetting = step((realm, _: undefined, { confirmation_key, password_hash }: NewPassword) =>
  reset(realm, confirmation_key, password_hash),
)

export const chooseAnother = endpoint.file({
  route: 'POST site:/accounts/password/reset/:confirmation_key',
  summary: 'Choose another password.',
  caller: anyone,
  params: { ...key, password: shortText() },
  errors: [],
  steps: { finishResetting },
  // Hashing a password costs much CPU, so the realm looks first whether the link is good.
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
