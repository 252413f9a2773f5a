import * as v from 'valibot'
import { stateSlice } from '../../../realm'

/** What clients ask for that this server has nothing of: services of others, and paying for this one. */
export const giphySlice = stateSlice({
  fetchedFor: ['giphy'],
  fields: { giphy_api_key: v.string() },
  read: () => ({ giphy_api_key: '' }),
})

export const videoCallSlice = stateSlice({
  fetchedFor: ['video_calls'],
  fields: { has_zoom_token: v.boolean() },
  read: () => ({ has_zoom_token: false }),
})

export const billingSlice = stateSlice({
  fetchedFor: ['realm_billing'],
  fields: { realm_billing: v.strictObject({ has_pending_sponsorship_request: v.boolean() }) },
  read: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
})
