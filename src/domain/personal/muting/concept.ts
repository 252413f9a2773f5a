import { concept } from '../../../concept'
import { muteUser, unmuteUser } from './endpoints'
import { updateUserTopic, muteTopic } from './topic-endpoints'

export const muting = concept({
  name: 'personal/muting',
  title: 'Muted users and topics',
  endpoints: [muteUser, unmuteUser, updateUserTopic, muteTopic],
})
