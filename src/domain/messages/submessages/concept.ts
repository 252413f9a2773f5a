import { concept } from '../../../concept'
import tables from './tables.sql'
import { submessagesShown } from './adornment'
import { createSubmessage } from './endpoints'
import { submessageAdded } from './events'

export const submessages = concept({
  name: 'messages/submessages',
  title: 'Polls and to-do lists',
  tables: [tables],
  endpoints: [createSubmessage],
  events: [submessageAdded],
  messageExtras: [submessagesShown],
})
