import * as v from 'valibot'
import { event, type WireAttachment } from '../../../realm'
import { attachmentShape } from './attachment'

type AttachmentFields = { attachment: WireAttachment; upload_space_used: number }
const fields = { attachment: attachmentShape, upload_space_used: v.number() }

export const attachmentAdded = event<AttachmentFields>({
  type: 'attachment',
  op: 'add',
  summary: 'The user uploaded a file.',
  recipients: { users: 'the owner of the file' },
  fields,
})
export const attachmentUpdated = event<AttachmentFields>({
  type: 'attachment',
  op: 'update',
  summary: 'The messages that refer to a file of the user changed.',
  recipients: { users: 'the owner of the file' },
  fields,
})
export const attachmentRemoved = event<{ attachment: { id: number }; upload_space_used: number }>({
  type: 'attachment',
  op: 'remove',
  summary: 'A file of the user was deleted.',
  recipients: { users: 'the owner of the file' },
  fields: { attachment: v.strictObject({ id: v.number() }), upload_space_used: v.number() },
})
