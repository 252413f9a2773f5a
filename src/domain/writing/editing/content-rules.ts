import { badRequest, type ApiError } from '../../../api/errors'
import type { RealmSettings } from '../../realm/settings/settings'

export const editingTurnedOff = badRequest(() => 'Your organization has turned off message editing')
export const notPermittedToEdit = badRequest(() => "You don't have permission to edit this message")
export const editLimitPassed = badRequest(() => 'The time limit for editing this message has passed')

type EditPolicy = Pick<RealmSettings, 'allow_message_editing' | 'message_content_edit_limit_seconds'>

/** May they change what it says? Only who wrote it may, whoever they are, and only for as long as the realm lets them. */
export function refusalToEditContent(
  message: { sender_id: number; sent_at: number },
  { user_id, now }: { user_id: number; now: number },
  { allow_message_editing, message_content_edit_limit_seconds: limit }: EditPolicy,
): ApiError | undefined {
  if (!allow_message_editing) return editingTurnedOff({})
  if (message.sender_id !== user_id) return notPermittedToEdit({})
  if (limit !== null && now - message.sent_at > limit) return editLimitPassed({})
  return undefined
}
