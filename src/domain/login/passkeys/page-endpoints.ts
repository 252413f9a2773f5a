import { redirectTo, redirects } from '../../../api/respond'
import { endpoint } from '../../../edge'
import { pageContext } from '../../../pages/context'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { lacksRequiredFactor } from '../../people/factors/required'
import { MAX_NAME_CHARACTERS } from '../../people/passkeys/passkey'
import { sessionOfCall } from '../../people/sessions/actions'
import { anyoneOrUser } from '../../people/users/callers'
import { proofsOf } from '../factors/proofs'
import { isRecentLogin } from '../factors/recent-login'
import { programIn } from '../sessions/device-rules'
import { passkeysPage } from './pages'
import { wirePasskeys } from './wire-passkey'

export const openPasskeys = endpoint.file({
  route: 'GET site:/accounts/passkeys',
  summary: 'The page on which users add, rename and remove their passkeys.',
  caller: anyoneOrUser,
  isForSetUp: true,
  params: {},
  serves: redirects('To the page to log in, for a browser that is not logged in.'),
  errors: [],
  decide: (realm, actor) => {
    const session = sessionOfCall(realm)
    if (session === undefined || actor === undefined) return { letterhead: letterheadOf(realm), facts: undefined }
    const facts = {
      passkeys: wirePasskeys(realm, actor.user_id),
      isRecent: isRecentLogin(session, realm.now()),
      isRequired: lacksRequiredFactor(realm, actor),
      proofs: proofsOf(realm, actor.user_id),
    }
    return { letterhead: letterheadOf(realm), facts }
  },
  serve: ({ request }, { letterhead, facts }) => {
    if (facts === undefined) return redirectTo('/login?next=%2Faccounts%2Fpasskeys')
    const suggestion = programIn(request.headers.get('user-agent') ?? '').slice(0, MAX_NAME_CHARACTERS)
    return passkeysPage(pageContext(request, letterhead), { ...facts, suggestion })
  },
})
