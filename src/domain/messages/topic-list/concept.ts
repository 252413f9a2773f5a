import { concept } from '../../../concept'
import { getTopics } from './endpoints'

export const topicList = concept({
  name: 'messages/topic-list',
  title: 'Topics',
  endpoints: [getTopics],
})
