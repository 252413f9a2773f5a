import { concept } from '../../../concept'
import { searchMessages } from './endpoints'
import { stopWordsState } from './events'

export const search = concept({
  name: 'messages/search',
  title: 'Searching messages',
  endpoints: [searchMessages],
  state: [stopWordsState],
})
