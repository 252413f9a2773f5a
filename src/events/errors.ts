import { badRequest, apiError } from '../api/errors'

export const badEventQueueId = apiError(
  'BAD_EVENT_QUEUE_ID',
  (f: { queue_id: string }) => `Bad event queue ID: ${f.queue_id}`,
)
export const eventAlreadyPruned = badRequest(
  (f: { id: number }) => `An event newer than ${f.id} has already been pruned!`,
)
export const eventNotInQueue = badRequest((f: { id: number }) => `Event ${f.id} was not in this queue`)
export const badTicket = apiError('UNAUTHORIZED', () => 'Invalid, used or expired ticket')
