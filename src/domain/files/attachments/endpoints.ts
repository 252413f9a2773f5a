import * as v from 'valibot'
import { integer } from '../../../api/params'
import { endpoint } from '../../../edge'
import { anyUser } from '../../people/users/callers'
import { allShownTo } from './access'
import { removeOwn } from './actions'
import { attachmentShape } from './attachment'
import { invalidAttachment } from './rules'
import { spaceUsed } from './storage'
export const getAttachments = endpoint.decision({
  route: 'GET /attachments',
  summary: 'The files that you and how much all files of the organization take.',
  caller: anyUser,
  params: {},
  returns: { attachments: v.array(attachmentShape), upload_space_used: v.number() },
  errors: [],
  decide: (realm, actor) => ({
    attachments: allShownTo(realm, actor),
    upload_space_used: spaceUsed(realm),
  }),
})

export const removeAttachment = endpoint.decision({
  route: 'DELETE /attachments/:attachment_id',
  summary: 'Delete a file that you uploaded.',
  caller: anyUser,
  params: { attachment_id: integer() },
  returns: {},
  errors: [invalidAttachment],
  decide: (realm, actor, { attachment_id }) => removeOwn(realm, actor, attachment_id),
})
