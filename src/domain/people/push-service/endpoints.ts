import * as v from 'valibot'
import { wrongDeploymentSecret } from '../../../api/callers'
import { apiError, storeUnavailable } from '../../../api/errors'
import { shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { hash } from 'node:crypto'
import { orUnavailable } from '../../../store/d1'
import { anyone, theDeployment } from '../users/callers'
import { findVerification, writeVerification } from './realms-storage'

const notPrepared = apiError('REMOTE_SERVER_VERIFICATION_SECRET_NOT_PREPARED', () => 'Verification secret not prepared')

const hashOf = (access_token: string): string => hash('sha256', access_token)

export const prepareVerification = endpoint.decision({
  route: 'POST /parley/push/verification',
  summary:
    'Prepare the answer with which the bouncer sees that this server has its host name. It is valid for a minute.',
  caller: theDeployment,
  params: { access_token: shortText(), verification_secret: shortText() },
  returns: {},
  errors: [wrongDeploymentSecret, storeUnavailable],
  decide: (realm, _, given) => ({ now: realm.now(), ...given }),
  present: async ({ d1 }, { now, access_token, verification_secret }) => {
    await orUnavailable(writeVerification(d1, hashOf(access_token), verification_secret, now))
    return {}
  },
})

export const getVerification = endpoint.decision({
  route: 'GET /zulip-services/verify/:access_token/',
  summary: 'Get the secret that `npm run parley -- push register` prepared. The bouncer calls it.',
  caller: anyone,
  params: { access_token: shortText() },
  returns: { verification_secret: v.string() },
  errors: [notPrepared, storeUnavailable],
  decide: (realm, _, { access_token }) => ({ now: realm.now(), access_token }),
  present: async ({ d1 }, { now, access_token }) => {
    const verification_secret = await orUnavailable(findVerification(d1, hashOf(access_token), now))
    if (verification_secret === undefined) throw notPrepared({})
    return { verification_secret }
  },
})
