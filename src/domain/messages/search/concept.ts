import { concept } from '../../../concept'
import { stopWordsSlice } from './events'
import { beginSearch, listForSearch, siftForSearch, showFound } from './inner'

export const search = concept({
  name: 'messages/search',
  title: 'Search',
  endpoints: [beginSearch, listForSearch, siftForSearch, showFound],
  state: [stopWordsSlice],
})
