import { concept } from '../../../concept'
import { stopWordsSlice } from './events'

export const search = concept({
  name: 'messages/search',
  state: [stopWordsSlice],
})
