import { unreadableBody } from '../../../api/errors'
import { endpoint } from '../../../edge'
import { filesUnavailable } from '../../../store/files'
import { anyUser } from '../../people/users/callers'
import { uploadTookTooLong } from '../../realm/files/errors'
import { pathOfUrl, uploadFields, uploadResponse } from '../attachments/attachment'
import { makeThumbnailLater, thumbnailSteps } from '../thumbnails/make-thumbnail'
import { beginUpload, finishUpload } from './actions'
import { receiveFile } from './receive-file'
import { uploadKey } from '../attachments/upload-keys'
import { fileMissing, fileTooLarge, oneFileOnly, quotaExceeded } from './rules'

export const uploadFile = endpoint.twoStep({
  route: 'POST /user_uploads',
  summary: 'Upload a file, to link to it in messages. The form has one file.',
  agentScopes: ['messages:write'],
  caller: anyUser,
  params: {},
  streams: 'one file of a form',
  returns: uploadFields,
  errors: [fileMissing, oneFileOnly, unreadableBody, filesUnavailable, fileTooLarge, quotaExceeded, uploadTookTooLong],
  decide: (realm, { user_id }) => ({ begun: { ...beginUpload(realm, user_id), user_id } }),
  work: async (edge, { token, space, user_id }) => ({
    token,
    owner_id: user_id,
    ...(await receiveFile(edge, { token, space })),
  }),
  steps: thumbnailSteps,
  finish: (realm, { user_id }, file) => uploadResponse(finishUpload(realm, { ...file, user_id })),
  after: (edge, { token, picture, owner_id }, { url }) => {
    if (picture !== null) makeThumbnailLater(edge, { path_id: pathOfUrl(url), key: uploadKey(token), owner_id })
  },
})
