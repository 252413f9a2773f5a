import { unreadableBody } from '../../../api/errors'
import { endpoint } from '../../../edge'
import { filesUnavailable } from '../../../store/files'
import { uploadTookTooLong } from '../../realm/files/errors'
import { spacePromised } from './storage'
import { anyUser } from '../../people/users/callers'
import { beginUpload, finishUpload } from '../attachments/actions'
import { uploaded, uploadedAs } from '../attachments/attachment'
import { fileMissing, fileTooLarge, oneFileOnly, quotaExceeded } from '../attachments/rules'
import { receiveFile } from './receive-file'

export const uploadFile = endpoint.twoStep({
  route: 'POST /user_uploads',
  summary: 'Upload a file, as the one file of a form, to link to it in messages.',
  caller: anyUser,
  params: {},
  streams: 'one file of a form',
  returns: uploaded,
  errors: [fileMissing, oneFileOnly, unreadableBody, filesUnavailable, fileTooLarge, quotaExceeded, uploadTookTooLong],
  decide: (realm) => ({ begun: beginUpload(realm, spacePromised(realm)) }),
  work: async (edge, { token, room }) => ({ token, ...(await receiveFile(edge, { token, room })) }),
  finish: (realm, { user_id }, arrived) =>
    uploadedAs(finishUpload(realm, { ...arrived, user_id }, spacePromised(realm))),
})
