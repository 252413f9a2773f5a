import * as v from 'valibot'
import { unreadableBody } from '../../../api/errors'
import { endpoint } from '../../../edge'
import { filesUnavailable } from '../../../store/files'
import { uploadTookTooLong } from '../../realm/files/errors'
import { spacePromised } from './storage'
import { anyUser, theEdge } from '../../people/users/callers'
import { accountIsDeactivated } from '../../people/users/keys'
import { beginUpload, finishUpload } from '../attachments/actions'
import { uploaded, uploadedAs } from '../attachments/attachment'
import { fileMissing, fileTooLarge, oneFileOnly, quotaExceeded } from '../attachments/rules'
import { receiveFile } from './receive-file'

const finishErrors = [accountIsDeactivated, fileTooLarge, quotaExceeded, uploadTookTooLong]

export const uploadFile = endpoint({
  route: 'POST /user_uploads',
  summary: 'Upload a file, as the one file of a form, to link to it in messages.',
  caller: anyUser,
  params: {},
  streams: 'one file of a form',
  returns: uploaded,
  errors: [fileMissing, oneFileOnly, unreadableBody, filesUnavailable, ...finishErrors],
  decide: (realm, actor) => beginUpload(realm, actor, spacePromised(realm)),
  present: async (edge, begun) => {
    const received = await receiveFile(edge, begun)
    return edge.ask(finishUploading, { user_id: begun.user_id, token: begun.token, ...received })
  },
})

export const finishUploading = endpoint({
  route: 'INNER /finish_uploading',
  summary: 'Make a file of the bytes that the edge has put away.',
  caller: theEdge,
  params: {
    user_id: v.number(),
    token: v.string(),
    name: v.string(),
    size: v.number(),
    content_type: v.string(),
    etag: v.string(),
  },
  returns: uploaded,
  errors: finishErrors,
  decide: (realm, _, arrived) => uploadedAs(finishUpload(realm, arrived, spacePromised(realm))),
})
