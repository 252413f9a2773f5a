import * as v from 'valibot'
import { unreadableBody } from '../../api/errors'
import { integer } from '../../api/params'
import { endpoint } from '../../edge'
import { filesUnavailable } from '../../store/files'
import { uploadTookTooLong } from '../files/errors'
import { spacePromised } from '../resumable-uploads/storage'
import { anyUser, theEdge } from '../users/callers'
import { accountIsDeactivated } from '../users/keys'
import { allShownTo } from './access'
import { beginUpload, finishUpload, removeOwn } from './actions'
import { attachmentShape, uploaded, uploadedAs } from './attachment'
import { fileMissing, fileTooLarge, invalidAttachment, oneFileOnly, quotaExceeded } from './rules'
import { spaceUsed } from './storage'
import { receiveFile } from './upload'

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

export const getAttachments = endpoint({
  route: 'GET /attachments',
  summary: 'The files that you uploaded, and how much all files of the organization take.',
  caller: anyUser,
  params: {},
  returns: { attachments: v.array(attachmentShape), upload_space_used: v.number() },
  errors: [],
  decide: (realm, actor) => ({
    attachments: allShownTo(realm, actor),
    upload_space_used: spaceUsed(realm),
  }),
})

export const removeAttachment = endpoint({
  route: 'DELETE /attachments/:attachment_id',
  summary: 'Delete a file that you uploaded.',
  caller: anyUser,
  params: { attachment_id: integer() },
  returns: {},
  errors: [invalidAttachment],
  decide: (realm, actor, { attachment_id }) => removeOwn(realm, actor, attachment_id),
})
