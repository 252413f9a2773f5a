import * as v from 'valibot'
import { named } from '../../../api/named'
import { integer } from '../../../api/params'
import { endpoint } from '../../../edge'
import { owners } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import { discoveryLogIsFull, searchDoesNotExist } from '../discovery/rules'
import { stateOf } from './data-export'
import { deleteSearchExport, exportSearch, searchExports } from './discovery-actions'
import { DAYS_OF_SEARCH_EXPORTS, deletionErrors, MAX_SEARCH_EXPORTS, tooManySearchExports } from './rules'
import { urlOf } from './wire-export'

const searchExportShape = named(
  'DiscoveryExport',
  v.strictObject({
    id: v.number(),
    search_id: v.nullable(v.number()),
    acting_user_id: v.number(),
    export_time: v.number(),
    pending: v.boolean(),
    export_url: v.nullable(v.string()),
  }),
)

export const postSearchExport = endpoint.decision({
  route: 'POST /parley/discovery/searches/:search_id/exports',
  summary: 'Export the result of your search over everything: each message with its hash, and the files.',
  note: `The server makes it in the background, and deletes it after ${DAYS_OF_SEARCH_EXPORTS} days. There are at most ${MAX_SEARCH_EXPORTS}. \`npm run parley -- discovery verify FILE\` verifies it without a server, and the log has the hash of its list of files.`,
  caller: owners,
  params: { search_id: integer() },
  returns: { id: v.number() },
  errors: [insufficientPermission, searchDoesNotExist, discoveryLogIsFull, tooManySearchExports],
  decide: (realm, actor, { search_id }) => ({ id: exportSearch(realm, actor, search_id) }),
})

export const getSearchExports = endpoint.decision({
  route: 'GET /parley/discovery/exports',
  summary: 'Get the exports of searches over everything. Failed ones are left out.',
  note: 'Only the owner who requested an export gets its URL. It works while this owner may search everything.',
  caller: owners,
  params: {},
  returns: { exports: v.array(searchExportShape) },
  errors: [insufficientPermission],
  decide: (realm, actor) => ({
    exports: searchExports(realm, actor).map((dataExport) => {
      const { id, search_id, acting_user_id, export_time } = dataExport
      const state = stateOf(dataExport)
      const isOwn = acting_user_id === actor.user_id
      const export_url = state === 'ready' && isOwn ? urlOf(realm, dataExport) : null
      return { id, search_id, acting_user_id, export_time, pending: state === 'pending', export_url }
    }),
  }),
})

export const removeSearchExport = endpoint.decision({
  route: 'DELETE /parley/discovery/exports/:export_id',
  summary: 'Delete an export of a search over everything.',
  caller: owners,
  params: { export_id: integer() },
  returns: {},
  errors: [insufficientPermission, ...deletionErrors],
  decide: (realm, actor, { export_id }) => deleteSearchExport(realm, actor, export_id),
})
