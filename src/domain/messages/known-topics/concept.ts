import { concept } from '../../../concept'
import { getTopics } from './endpoints'

export const knownTopics = concept({
  name: 'messages/known-topics',
  title: 'Topics',
  endpoints: [getTopics],
})
