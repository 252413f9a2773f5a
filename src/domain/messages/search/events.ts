import * as v from 'valibot'
import { stateSlice } from '../../../realm'

/** Always empty, because any word can be found. Clients expect the field. */
export const stopWordsState = stateSlice({
  fetchedFor: ['stop_words'],
  fields: { stop_words: v.array(v.string()) },
  read: () => ({ stop_words: [] }),
})
