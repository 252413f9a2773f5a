import { concept } from '../../../concept'
import { createBookmark, getPins, pinOneMessage, removePin } from './endpoints'
import { pinAdded, pinRemoved } from './events'
import { pinsOfMessages } from './message-extra'
import tables from './tables.sql'

export const pins = concept({
  name: 'writing/pins',
  title: 'Pins',
  tables: [tables],
  endpoints: [getPins, pinOneMessage, createBookmark, removePin],
  events: [pinAdded, pinRemoved],
  messageExtras: [pinsOfMessages],
})
