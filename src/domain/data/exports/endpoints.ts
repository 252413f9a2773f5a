import * as v from 'valibot'
import { integer, oneOf, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { filesUnavailable } from '../../../store/files'
import { fileDoesNotExist } from '../../realm/files/errors'
import { administrators, anyone } from '../../people/users/callers'
import { getDownloadableExport } from './access'
import { deleteOwnExport, requestExport } from './actions'
import { EXPORT_FORMS, EXPORT_TYPE_NAMES, EXPORT_TYPES } from './data-export'
import { serveArchive } from './download'
import { exportShape } from './events'
import { deletionErrors, exportErrors, requestedType } from './rules'
import { wireExports } from './wire-export'

export const getExports = endpoint.decision({
  route: 'GET /export/realm',
  summary: 'Get the exports of the organization’s data.',
  caller: administrators,
  params: {},
  returns: { exports: v.array(exportShape) },
  errors: [],
  decide: (realm) => ({ exports: wireExports(realm) }),
})

export const createExport = endpoint.decision({
  route: 'POST /export/realm',
  summary: 'Request an export of the organization’s data.',
  caller: administrators,
  params: {
    // Clients of older levels send a number.
    export_type: optional(v.union([oneOf(EXPORT_TYPE_NAMES), oneOf(EXPORT_TYPES)]), 'public'),
    parley_form: optional(oneOf(EXPORT_FORMS), 'parley'),
  },
  returns: { id: v.number() },
  errors: exportErrors,
  decide: (realm, actor, { export_type, parley_form: form }) => ({
    id: requestExport(realm, actor, { export_type: requestedType(export_type), form }),
  }),
})

export const removeExport = endpoint.decision({
  route: 'DELETE /export/realm/:export_id',
  summary: 'Delete an export that is ready.',
  caller: administrators,
  params: { export_id: integer() },
  returns: {},
  errors: deletionErrors,
  decide: (realm, _, { export_id }) => deleteOwnExport(realm, export_id),
})

export const downloadExport = endpoint.file({
  route: 'GET site:/exports/:export_id/:secret/:filename',
  summary: 'Download an export: an archive of JSON files and of the uploaded files. The URL is the only credential.',
  caller: anyone,
  params: { export_id: integer(), secret: shortText(), filename: shortText() },
  errors: [fileDoesNotExist, filesUnavailable],
  decide: (realm, _, params) => getDownloadableExport(realm, params),
  serve: serveArchive,
})
