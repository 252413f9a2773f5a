import * as v from 'valibot'
import { integer, optional } from '../../../api/params'
import { endpoint } from '../../../edge'
import { anyUser } from '../../people/users/callers'
import { wireAttachmentsOf } from './access'
import { removeOwnAttachment } from './actions'
import { attachmentShape } from './attachment'
import { invalidAttachment } from './rules'
import { spaceUsed } from './storage'

export const getAttachments = endpoint.decision({
  route: 'GET /attachments',
  summary: 'Get the files that you uploaded, and the space that all files of the organization use.',
  caller: anyUser,
  note: 'It returns the newest files, at most 6 MiB. If `parley_is_complete` is `false`, get the next ones with `parley_before`: the id of the first file.',
  params: { parley_before: optional(integer()) },
  returns: { attachments: v.array(attachmentShape), upload_space_used: v.number(), parley_is_complete: v.boolean() },
  errors: [],
  decide: (realm, actor, { parley_before = Number.MAX_SAFE_INTEGER }) => {
    const { files, isComplete } = wireAttachmentsOf(realm, actor, parley_before)
    return { attachments: files, upload_space_used: spaceUsed(realm), parley_is_complete: isComplete }
  },
})

export const removeAttachment = endpoint.decision({
  route: 'DELETE /attachments/:attachment_id',
  summary: 'Delete a file that you uploaded.',
  caller: anyUser,
  params: { attachment_id: integer() },
  returns: {},
  errors: [invalidAttachment],
  decide: (realm, actor, { attachment_id }) => removeOwnAttachment(realm, actor, attachment_id),
})
