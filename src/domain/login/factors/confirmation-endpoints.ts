import { ApiError } from '../../../api/errors'
import { optional, shortText } from '../../../api/params'
import { redirectTo, redirects } from '../../../api/respond'
import { endpoint, step } from '../../../edge'
import { pageContext } from '../../../pages/context'
import { forPage } from '../../../pages/forms'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { endSessions, sessionOfCall } from '../../people/sessions/actions'
import { beginPasswordChange } from '../../people/users/actions'
import { anyoneOrUser } from '../../people/users/callers'
import { isPassword } from '../../people/users/passwords'
import { wrongPassword } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { nextParam, ownPath } from '../sessions/next-page-rules'
import { finishConfirmation } from './actions'
import { confirmationPage } from './confirmation-pages'
import { canConfirm, proofsOf } from './proofs'

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
  note: 'The session of a user who has no password, passkey or identity ends: the user logs in again.',
  caller: anyoneOrUser,
  isForSetUp: true,
  isForOwnPages: true,
  params: { password: optional(shortText(), ''), next: nextParam },
  serves: redirects('To `next`, or to the page to log in.'),
  errors: [],
  steps: { finish },
  decide: (realm, actor) => {
    const session = sessionOfCall(realm)
    if (actor === undefined || session === undefined) return undefined
    const facts = pageFacts(realm, actor)
    if (!canConfirm(facts.proofs)) {
      endSessions(realm, actor.user_id, [session.session_id])
      return undefined
    }
    try {
      return { ...facts, stored_hash: beginPasswordChange(realm, actor) }
    } catch (error) {
      if (error instanceof ApiError) return { ...facts, refusal: error.refusal }
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
