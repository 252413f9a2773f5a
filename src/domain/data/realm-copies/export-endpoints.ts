import * as v from 'valibot'
import { named } from '../../../api/named'
import { wrongDeploymentSecret } from '../../../api/callers'
import { integer, list, naturalNumber, oneOf, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { filesUnavailable } from '../../../store/files'
import { fileDoesNotExist } from '../../realm/files/errors'
import { serveFile } from '../../realm/files/serving'
import { theDeployment } from '../../people/users/callers'
import { tableNames } from '../realm-tables/tables'
import { isCopiedFile } from './file-keys'
import { markerOf } from './marker'
import { messagesAfter, versionsAfter, withBodies, withVersions } from './messages'
import { pageOfTable } from './storage'

const MAX_KEY_COLUMNS = 4
const rowsShape = v.array(v.record(v.string(), v.unknown()))

export const getCopy = endpoint.decision({
  route: 'GET /parley/copy',
  summary: 'Get what a copy of the realm says about itself: its form, its tables and its last event.',
  note: 'A copy has all data of the realm, without credentials. It is read in pages, for `npm run parley -- export`.',
  caller: theDeployment,
  params: {},
  returns: {
    format: v.string(),
    format_version: v.number(),
    server_version: v.string(),
    string_id: v.string(),
    host: v.string(),
    is_closed: v.boolean(),
    last_event_id: v.number(),
    last_message_id: v.number(),
    sequences: v.record(v.string(), v.number()),
    tables: v.array(v.strictObject({ name: v.string(), key: v.array(v.string()) })),
  },
  errors: [wrongDeploymentSecret],
  decide: markerOf,
})

export const getCopiedRows = endpoint.decision({
  route: 'GET /parley/copy/tables/:table',
  summary: 'Get the next rows of a table of a copy, in the order of its key.',
  caller: theDeployment,
  params: {
    table: oneOf(tableNames),
    after: optional(list(named('KeyColumn', v.union([integer(), shortText()])), MAX_KEY_COLUMNS)),
  },
  returns: { rows: rowsShape, next: v.nullable(v.array(v.union([v.number(), v.string()]))) },
  verbatim: true,
  errors: [wrongDeploymentSecret],
  decide: ({ sql }, _, { table, after }) => pageOfTable(sql, table, after),
})

export const getCopiedMessages = endpoint.decision({
  route: 'GET /parley/copy/messages',
  summary: 'Get the next messages of a copy, the oldest first.',
  caller: theDeployment,
  params: { after: optional(naturalNumber(), 0) },
  returns: { messages: rowsShape, next: v.nullable(v.number()) },
  verbatim: true,
  errors: [wrongDeploymentSecret],
  decide: (realm, _, { after }) => messagesAfter(realm, after),
  present: (edge, page) => withBodies((ids, most) => edge.loadBodies(ids, most), page),
})

export const getCopiedVersions = endpoint.decision({
  route: 'GET /parley/copy/old_versions',
  summary: 'Get the next earlier versions of edited messages of a copy, by the id of the edit.',
  caller: theDeployment,
  params: { after: optional(naturalNumber(), 0) },
  returns: { versions: rowsShape, next: v.nullable(v.number()) },
  verbatim: true,
  errors: [wrongDeploymentSecret],
  decide: (realm, _, { after }) => versionsAfter(realm, after),
  present: ({ texts }, page) => withVersions(texts, page),
})

export const getCopiedFile = endpoint.file({
  route: 'GET /parley/copy/file',
  summary: 'Get a file of a copy, or a range of it, by its key.',
  caller: theDeployment,
  params: { key: shortText() },
  errors: [wrongDeploymentSecret, fileDoesNotExist, filesUnavailable],
  decide: (_, __, { key }) => {
    if (!isCopiedFile(key)) throw fileDoesNotExist({})
    return key
  },
  serve: async (edge, key) => {
    const stored = await edge.files.head(key)
    if (stored === undefined) throw fileDoesNotExist({})
    return serveFile(edge, { key, name: 'file', content_type: 'application/octet-stream', ...stored }, 'download')
  },
})
