import * as v from 'valibot'
import { integer, oneOf, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { filesUnavailable } from '../../../store/files'
import { fileDoesNotExist } from '../../realm/files/errors'
import { administrators, anyone } from '../../people/users/callers'
import { exportAt } from './access'
import { deleteExport, requestExport } from './actions'
import { EXPORT_TYPES, PUBLIC } from './data-export'
import { serveArchive } from './download'
import { exportShape } from './events'
import { deletionErrors, exportErrors } from './rules'
import { exportsShown } from './shown'

export const getExports = endpoint.decision({
  route: 'GET /export/realm',
  summary: 'The exports of the organization’s data that were asked for.',
  caller: administrators,
  params: {},
  returns: { exports: v.array(exportShape) },
  errors: [],
  decide: (realm) => ({ exports: exportsShown(realm) }),
})

export const createExport = endpoint.decision({
  route: 'POST /export/realm',
  summary: 'Have the organization’s data put together, to take it along.',
  caller: administrators,
  params: { export_type: optional(oneOf(EXPORT_TYPES), PUBLIC) },
  returns: { id: v.number() },
  errors: exportErrors,
  decide: (realm, actor, { export_type }) => ({ id: requestExport(realm, actor, export_type) }),
})

export const removeExport = endpoint.decision({
  route: 'DELETE /export/realm/:export_id',
  summary: 'Delete an export that is there.',
  caller: administrators,
  params: { export_id: integer() },
  returns: {},
  errors: deletionErrors,
  decide: (realm, _, { export_id }) => deleteExport(realm, export_id),
})
export const downloadExport = endpoint.file({
  route: 'GET site:/exports/:export_id/:secret/:filename',
  summary: 'An export, for whoever has its address: an archive of JSON and of the files that people uploaded.',
  caller: anyone,
  params: { export_id: integer(), secret: shortText(), filename: shortText() },
  errors: [fileDoesNotExist, filesUnavailable],
  decide: (realm, _, place) => exportAt(realm, place),
  serve: serveArchive,
})
