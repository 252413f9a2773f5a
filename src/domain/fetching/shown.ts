import * as v from 'valibot'
import { historyFields } from '../message-history/shown'
import { messageShape } from '../messages/wire'

/** A message as it is fetched: with what became of it, and its reader's flags. */
export const fetchedMessageShape = v.strictObject({
  ...messageShape.entries,
  ...historyFields,
  flags: v.array(v.string()),
})
