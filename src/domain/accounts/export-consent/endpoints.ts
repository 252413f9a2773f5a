import * as v from 'valibot'
import { endpoint } from '../../../edge'
import { administrators } from '../../people/users/callers'
import { consentsOfUsers } from './consents'

export const getConsents = endpoint.decision({
  route: 'GET /export/realm/consents',
  summary: 'Get which users allow the export of their private data.',
  caller: administrators,
  params: {},
  returns: { export_consents: v.array(v.strictObject({ user_id: v.number(), consented: v.boolean() })) },
  errors: [],
  decide: (realm) => ({ export_consents: consentsOfUsers(realm) }),
})
