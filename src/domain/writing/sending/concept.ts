import { concept } from '../../../concept'
import { forgetClientIds } from './due-work'
import { sendMessage, renderMessage } from './endpoints'
import { messageSent, newestMessageState } from './events'
import tables from './tables.sql'

export const sending = concept({
  name: 'writing/sending',
  title: 'Sending messages',
  tables: [tables],
  endpoints: [sendMessage, renderMessage],
  events: [messageSent],
  state: [newestMessageState],
  dueWork: [forgetClientIds],
})
