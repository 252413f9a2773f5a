import { concept } from '../../../concept'
import tables from './tables.sql'
import { reactionsOfMessages } from './message-extra'
import { addReaction, removeReaction } from './endpoints'
import { reactionAdded, reactionRemoved } from './events'

export const reactions = concept({
  name: 'writing/reactions',
  title: 'Reactions',
  tables: [tables],
  endpoints: [addReaction, removeReaction],
  events: [reactionAdded, reactionRemoved],
  messageExtras: [reactionsOfMessages],
})
