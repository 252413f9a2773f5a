import * as v from 'valibot'
import { endpoint } from '../../../edge'
import { administrators } from '../../people/users/callers'
import { consents } from './consents'

export const getConsents = endpoint.decision({
  route: 'GET /export/realm/consents',
  summary: 'Who lets what is private to them be exported.',
  caller: administrators,
  params: {},
  returns: { export_consents: v.array(v.strictObject({ user_id: v.number(), consented: v.boolean() })) },
  errors: [],
  decide: (realm) => ({ export_consents: consents(realm) }),
})
