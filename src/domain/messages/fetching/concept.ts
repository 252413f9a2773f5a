import { concept } from '../../../concept'
import { getMessages, getMessage, checkNarrow } from './endpoints'

export const fetching = concept({
  name: 'messages/fetching',
  title: 'Reading messages',
  endpoints: [getMessages, getMessage, checkNarrow],
})
