import * as v from 'valibot'
import { noSuchUpload } from '../../../api/tus'
import { endpoint } from '../../../edge'
import { uploaded, uploadedAs } from '../attachments/attachment'
import { fileTooLarge, quotaExceeded } from '../attachments/rules'
import { uploadTookTooLong } from '../../realm/files/errors'
import { theEdge } from '../../people/users/callers'
import { accountIsDeactivated } from '../../people/users/keys'
import { endUntold, finishResumable, noteProgress } from './actions'

export const finishErrors = [accountIsDeactivated, fileTooLarge, quotaExceeded, uploadTookTooLong, noSuchUpload]

export const endUntoldUpload = endpoint({
  route: 'INNER /end_untold_upload',
  summary: 'Give up an upload that nobody was told of.',
  caller: theEdge,
  params: { upload_id: v.string() },
  returns: {},
  errors: [],
  decide: (realm, _, { upload_id }) => endUntold(realm, upload_id),
})

export const noteUploadProgress = endpoint({
  route: 'INNER /note_upload_progress',
  summary: 'So much of a file has come.',
  caller: theEdge,
  params: {
    upload_id: v.string(),
    writer: v.string(),
    arrived: v.number(),
    r2_upload_id: v.nullable(v.string()),
    parts: v.array(v.object({ partNumber: v.number(), etag: v.string() })),
    isDone: v.boolean(),
  },
  returns: {},
  errors: [noSuchUpload],
  decide: (realm, _, progress) => noteProgress(realm, progress),
})

export const finishResumableUpload = endpoint({
  route: 'INNER /finish_resumable_upload',
  summary: 'Make a file of what has come in pieces.',
  caller: theEdge,
  params: { upload_id: v.string(), writer: v.string(), etag: v.string() },
  returns: uploaded,
  errors: finishErrors,
  decide: (realm, _, arrived) => uploadedAs(finishResumable(realm, arrived)),
})
