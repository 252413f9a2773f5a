import { concept } from '../../../concept'
import { sendMessage, renderMessage } from './endpoints'
import { messageSent, newestMessageState } from './events'

export const sending = concept({
  name: 'writing/sending',
  title: 'Sending messages',
  endpoints: [sendMessage, renderMessage],
  events: [messageSent],
  state: [newestMessageState],
})
