import { apiError, badRequest, type ApiError } from '../../../api/errors'
import { normalizeContent } from '../../messages/message-index/rules'
import type { RealmSettings } from '../../realm/settings/settings'

export const nothingToChange = badRequest(() => 'Nothing to change')
export const editingTurnedOff = badRequest(() => 'Your organization has turned off message editing')
export const notPermittedToEdit = badRequest(() => "You don't have permission to edit this message")
export const editLimitPassed = badRequest(() => 'The time limit for editing this message has passed')
export const widgetsCannotBeEdited = badRequest(() => 'Widgets cannot be edited.')
export const contentChangedMeanwhile = apiError(
  'EXPECTATION_MISMATCH',
  () => "'prev_content_sha256' value does not match the expected value.",
)

/** The time that users get to finish an edit that they began within the limit. */
export const EDIT_GRACE_SECONDS = 20

type EditPolicy = Pick<RealmSettings, 'allow_message_editing' | 'message_content_edit_limit_seconds'>

/** Returns why a user may not change the content of a message. Only its sender may, within the realm's time limit. */
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

const DELETED_CONTENT = '(deleted)'

/** Returns the content of an edited message. A message whose content is removed stays, with a placeholder. */
export const contentAfterEdit = (content: string): string => {
  const storedContent = normalizeContent(content)
  return storedContent === '' ? DELETED_CONTENT : storedContent
}

/** Returns why the content cannot be replaced. `expected_sha256` is the hash of the content that the client shows. */
export function refusalOfNewContent(
  before: { sha256: string; is_widget: boolean },
  expected_sha256: string | undefined,
): ApiError | undefined {
  if (before.is_widget) return widgetsCannotBeEdited({})
  if (expected_sha256 !== undefined && expected_sha256.toLowerCase() !== before.sha256)
    return contentChangedMeanwhile({})
  return undefined
}
