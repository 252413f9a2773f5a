import { apiError, badRequest, type ApiError } from '../../../api/errors'
import { contentKept } from '../../messages/message-index/rules'

export const nothingToChange = badRequest(() => 'Nothing to change')
export const widgetsCannotBeEdited = badRequest(() => 'Widgets cannot be edited.')
export const contentChangedMeanwhile = apiError(
  'EXPECTATION_MISMATCH',
  () => "'prev_content_sha256' value does not match the expected value.",
)

/** Whoever began in time may finish, and the network takes its time as well. */
export const EDIT_GRACE_SECONDS = 20

const NOTHING_LEFT = '(deleted)'

/** What an edited message will say. One that is emptied stays, and says so. */
export const contentAfterEdit = (content: string): string => {
  const kept = contentKept(content)
  return kept === '' ? NOTHING_LEFT : kept
}

/** May what it says be changed into something else, given what the client believes that it says? */
export function refusalOfNewContent(
  before: { sha256: string; is_widget: boolean },
  believed_sha256: string | undefined,
): ApiError | undefined {
  if (before.is_widget) return widgetsCannotBeEdited({})
  if (believed_sha256 !== undefined && believed_sha256.toLowerCase() !== before.sha256)
    return contentChangedMeanwhile({})
  return undefined
}
