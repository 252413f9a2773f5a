import { concept } from '../../../concept'
import { stopWordsState } from './events'

export const search = concept({
  name: 'messages/search',
  state: [stopWordsState],
})
