import { concept } from '../../../concept'
import tables from './tables.sql'
import { userTopicChanged, userTopicsState, mutedTopicsChanged, mutedTopicsState } from './events'

export const userTopics = concept({
  name: 'channels/user-topics',
  title: 'Muted users and topics',
  tables: [tables],
  events: [userTopicChanged, mutedTopicsChanged],
  state: [userTopicsState, mutedTopicsState],
})
