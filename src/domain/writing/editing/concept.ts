import { concept } from '../../../concept'
import { updateMessage } from './endpoints'
import { messagesUpdated } from './events'

export const editing = concept({
  name: 'writing/editing',
  title: 'Editing and moving messages',
  endpoints: [updateMessage],
  events: [messagesUpdated],
})
