import { ApiError } from '../../../api/errors'
import { shortText } from '../../../api/params'
import { redirectTo, redirects } from '../../../api/respond'
import { endpoint, step } from '../../../edge'
import { pageContext } from '../../../pages/context'
import { forPage } from '../../../pages/forms'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { sessionOfCall } from '../../people/sessions/actions'
import { beginPasswordChange } from '../../people/users/actions'
import { anyoneOrUser } from '../../people/users/callers'
import { isPassword } from '../../people/users/passwords'
import { wrongPassword } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { nextParam, ownPath } from '../sessions/next-page-rules'
import { finishConfirmation } from './actions'
import { confirmationPage } from './confirmation-pages'
import { proofsOf } from './proofs'

const finish = step((realm: Realm, actor: User | undefined, { stored_hash }: { stored_hash: string | null }) => {
  if (actor === undefined) throw wrongPassword({})
  finishConfirmation(realm, actor, stored_hash)
})

const pageFacts = (realm: ReadOnlyRealm, { user_id }: User) => ({
  letterhead: letterheadOf(realm),
  proofs: proofsOf(realm, user_id),
})

export const submitConfirmation = endpoint.file({
  route: 'POST site:/accounts/confirm',
  summary: 'Confirm the password in a session with the form of a page. The session gets a new token.',
  caller: anyoneOrUser,
  isForSetUp: true,
  isForOwnPages: true,
  params: { password: shortText(), next: nextParam },
  serves: redirects('To `next`, or to the page to log in.'),
  errors: [],
  steps: { finish },
  decide: (realm, actor) => {
    if (actor === undefined || sessionOfCall(realm) === undefined) return undefined
    try {
      return { ...pageFacts(realm, actor), stored_hash: beginPasswordChange(realm, actor) }
    } catch (error) {
      if (error instanceof ApiError) return { ...pageFacts(realm, actor), refusal: error.refusal }
      throw error
    }
  },
  serve: async (edge, begun, { password, next }) => {
    if (begun === undefined) return redirectTo(`/login?${new URLSearchParams({ next: ownPath(next) }).toString()}`)
    const at = pageContext(edge.request, begun.letterhead)
    const again = { ...begun.proofs, next: ownPath(next) }
    if ('refusal' in begun) return confirmationPage(at, again, forPage(begun.refusal))
    const { stored_hash } = begun
    try {
      if (!isPassword(password, stored_hash, edge.config.password_cost)) throw wrongPassword({})
      await edge.ask(finish, { stored_hash })
      return redirectTo(ownPath(next))
    } catch (error) {
      if (error instanceof ApiError) return confirmationPage(at, again, forPage(error.refusal))
      throw error
    }
  },
})
