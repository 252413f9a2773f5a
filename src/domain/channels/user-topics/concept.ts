import { concept } from '../../../concept'
import tables from './tables.sql'
import { userTopicChanged, userTopicsSlice, mutedTopicsChanged, mutedTopicsSlice } from './events'

export const userTopics = concept({
  name: 'channels/user-topics',
  tables: [tables],
  events: [userTopicChanged, mutedTopicsChanged],
  state: [userTopicsSlice, mutedTopicsSlice],
})
