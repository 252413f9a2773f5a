import * as v from 'valibot'
import { endpoint } from '../../../edge'
import { administrators } from '../../people/users/callers'
import { consentsOfUsers } from './consents'

const consentFields = { user_id: v.number(), consented: v.boolean(), email_address_visibility: v.number() }

export const getConsents = endpoint.decision({
  route: 'GET /export/realm/consents',
  summary: 'Get which users allow the export of their private data.',
  caller: administrators,
  params: {},
  returns: { export_consents: v.array(v.strictObject(consentFields)) },
  errors: [],
  decide: (realm) => ({ export_consents: consentsOfUsers(realm) }),
})
