import { badRequest } from '../../../api/errors'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { obstacleToDelete, type Deletion } from './permission-rules'

export const notPermittedToDelete = badRequest(() => "You don't have permission to delete this message")
export const tooLateToDelete = badRequest(() => 'The time limit for deleting this message has passed')

/** Returns why the actor may not delete a message. */
export function refusalToDelete(deletion: Deletion) {
  const obstacle = obstacleToDelete(deletion)
  if (obstacle === undefined) return undefined
  return obstacle === 'late' ? tooLateToDelete({}) : notPermittedToDelete({})
}

/** Returns the time of the oldest messages that are kept, or undefined if all messages are kept. */
export const oldestKeptTime = (now: number, retentionDays: number): number | undefined =>
  retentionDays > 0 ? now - retentionDays * SECONDS_PER_DAY : undefined
