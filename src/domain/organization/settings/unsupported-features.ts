import * as v from 'valibot'
import { stateSlice } from '../../../realm'

// The state of features that this server does not have. Clients expect the fields. The key of a service for GIFs stays on the server.

export const giphyState = stateSlice({
  fetchedFor: ['giphy'],
  fields: { giphy_api_key: v.string() },
  read: () => ({ giphy_api_key: '' }),
})

export const tenorState = stateSlice({
  fetchedFor: ['tenor'],
  fields: { tenor_api_key: v.string() },
  read: () => ({ tenor_api_key: '' }),
})

export const klipyState = stateSlice({
  fetchedFor: ['klipy'],
  fields: { klipy_api_key: v.string() },
  read: () => ({ klipy_api_key: '' }),
})

export const billingState = stateSlice({
  fetchedFor: ['realm_billing'],
  fields: { realm_billing: v.strictObject({ has_pending_sponsorship_request: v.boolean() }) },
  read: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
})
