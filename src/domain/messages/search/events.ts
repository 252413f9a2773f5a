import * as v from 'valibot'
import { stateSlice } from '../../../realm'

/** Clients need not keep anybody from looking for a word: every one can be looked for, however common it is. */
export const stopWordsState = stateSlice({
  fetchedFor: ['stop_words'],
  fields: { stop_words: v.array(v.string()) },
  read: () => ({ stop_words: [] }),
})
