import { boolean, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { cannotDeactivateLastUser } from '../../accounts/deactivation/actions'
import { loginIsTooOld, requireRecentLogin } from '../../login/factors/recent-login'
import { humans } from '../../people/users/callers'
import { eraseOneself } from './actions'
import { messagesAreKept, wrongOwnAddress } from './rules'

export const eraseOwnAccount = endpoint.decision({
  route: 'POST /parley/users/me/erasure',
  summary: 'Delete your account and your personal data. `email` is your own address, as a confirmation.',
  note: 'This cannot be undone. Without `deletes_messages`, your messages to others stay, without your name.',
  caller: humans,
  params: { email: shortText(), deletes_messages: optional(boolean(), false) },
  returns: {},
  errors: [loginIsTooOld, wrongOwnAddress, messagesAreKept, cannotDeactivateLastUser],
  decide: (realm, actor, erasure) => {
    requireRecentLogin(realm)
    eraseOneself(realm, actor, erasure)
  },
})
