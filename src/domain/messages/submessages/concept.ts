import { concept } from '../../../concept'
import tables from './tables.sql'
import { submessagesOfMessages } from './message-extra'
import { createSubmessage } from './endpoints'
import { submessageAdded } from './events'

export const submessages = concept({
  name: 'messages/submessages',
  title: 'Polls and to-do lists',
  tables: [tables],
  endpoints: [createSubmessage],
  events: [submessageAdded],
  messageExtras: [submessagesOfMessages],
})
