import { concept } from '../../../concept'
import { publishServerRestart, maintainQueues, drainOutbox } from './due-work'
import { registerQueue, getEvents, deleteQueue, issueTicket } from './endpoints'

export const eventQueues = concept({
  name: 'organization/event-queues',
  title: 'Event queues',
  endpoints: [registerQueue, getEvents, deleteQueue, issueTicket],
  dueWork: [publishServerRestart, maintainQueues, drainOutbox],
})
