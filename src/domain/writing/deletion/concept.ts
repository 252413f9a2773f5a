import { concept } from '../../../concept'
import { enforceRetention } from './due-work'
import { deleteOneMessage, deleteWholeTopic } from './endpoints'
import { readersAt, messagesDeleted } from './events'

export const deletion = concept({
  name: 'writing/deletion',
  title: 'Deleting messages',
  endpoints: [deleteOneMessage, deleteWholeTopic],
  audiences: [readersAt],
  events: [messagesDeleted],
  dueWork: [enforceRetention],
})
