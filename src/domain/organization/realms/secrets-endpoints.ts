import * as v from 'valibot'
import { wrongDeploymentSecret } from '../../../api/callers'
import { endpoint } from '../../../edge'
import { theDeployment } from '../../people/users/callers'
import { encryptAgain, encryptionIsNotConfigured, requireEncryptionKey } from '../../realm/secrets/actions'

export const encryptSecrets = endpoint.decision({
  route: 'POST /realm/secrets/encrypt',
  summary: 'Encrypt stored secrets again with the current key, after `ENCRYPTION_SECRET` was rotated.',
  note: 'One request encrypts at most 500 secrets. The previous secret is needed until `remaining` is 0 in each realm.',
  caller: theDeployment,
  params: {},
  returns: { renewed: v.number(), remaining: v.number() },
  errors: [wrongDeploymentSecret, encryptionIsNotConfigured],
  decide: (realm) => {
    requireEncryptionKey(realm)
    return encryptAgain(realm)
  },
})
