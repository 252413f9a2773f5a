import { concept } from '../../../concept'
import { enforceRetention } from './due-work'
import { deleteOneMessage, deleteWholeTopic } from './endpoints'
import { messagesDeleted } from './events'

export const deletion = concept({
  name: 'writing/deletion',
  title: 'Deleting messages',
  endpoints: [deleteOneMessage, deleteWholeTopic],
  events: [messagesDeleted],
  dueWork: [enforceRetention],
})
