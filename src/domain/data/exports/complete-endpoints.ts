import * as v from 'valibot'
import { wrongDeploymentSecret } from '../../../api/callers'
import { optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { theDeployment } from '../../people/users/callers'
import { deleteCompleteExports, requestCompleteExport } from './actions'
import { stateOf } from './data-export'
import { exportNotConfirmed } from './rules'
import { urlOf } from './wire-export'

export const createCompleteExport = endpoint.decision({
  route: 'POST /parley/complete_export',
  summary:
    'Request an export of everything for a Zulip server, with the private data of all users, or ask whether it is ready.',
  note: 'The audit log keeps the confirmation. Administrators see neither the export nor its URL.',
  caller: theDeployment,
  params: { confirmation: optional(shortText(), '') },
  returns: { id: v.number(), pending: v.boolean(), export_url: v.nullable(v.string()) },
  errors: [wrongDeploymentSecret, exportNotConfirmed],
  decide: (realm, _, { confirmation }) => {
    const dataExport = requestCompleteExport(realm, confirmation)
    const state = stateOf(dataExport)
    const export_url = state === 'ready' ? urlOf(realm, dataExport) : null
    return { id: dataExport.id, pending: state === 'pending', export_url }
  },
})

export const removeCompleteExports = endpoint.decision({
  route: 'DELETE /parley/complete_export',
  summary: 'Delete the exports of everything that are ready.',
  caller: theDeployment,
  params: {},
  returns: { deleted: v.number() },
  errors: [wrongDeploymentSecret],
  decide: (realm) => ({ deleted: deleteCompleteExports(realm) }),
})
