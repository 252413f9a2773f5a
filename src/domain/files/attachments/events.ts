import * as v from 'valibot'
import { event, type ToldAttachment } from '../../../realm'
import { attachmentShape } from './attachment'

type Told = { attachment: ToldAttachment; upload_space_used: number }
const fields = { attachment: attachmentShape, upload_space_used: v.number() }

export const attachmentAdded = event<Told>({ type: 'attachment', op: 'add', fields })
export const attachmentUpdated = event<Told>({ type: 'attachment', op: 'update', fields })
export const attachmentRemoved = event<{ attachment: { id: number }; upload_space_used: number }>({
  type: 'attachment',
  op: 'remove',
  fields: { attachment: v.strictObject({ id: v.number() }), upload_space_used: v.number() },
})
