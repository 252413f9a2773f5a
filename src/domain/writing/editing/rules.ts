import { apiError, badRequest, type ApiError } from '../../../api/errors'
import { normalizeContent } from '../../messages/message-index/rules'
import { obstacleToEdit, type EditObstacle } from './permission-rules'

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

const EDIT_REFUSALS: Record<EditObstacle, () => ApiError> = {
  off: () => editingTurnedOff({}),
  notSender: () => notPermittedToEdit({}),
  late: () => editLimitPassed({}),
}

/** Returns why a user may not change the content of a message. */
export function refusalToEditContent(...facts: Parameters<typeof obstacleToEdit>): ApiError | undefined {
  const obstacle = obstacleToEdit(...facts)
  return obstacle && EDIT_REFUSALS[obstacle]()
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
