import * as v from 'valibot'
import { stateSlice } from '../../../realm'
import { MAX_BULK_NEW_SUBSCRIPTION_MESSAGES } from './rules'

export const botMessageLimitsState = stateSlice({
  fetchedFor: ['realm'],
  fields: { max_bulk_new_subscription_messages: v.number() },
  read: () => ({ max_bulk_new_subscription_messages: MAX_BULK_NEW_SUBSCRIPTION_MESSAGES }),
})
