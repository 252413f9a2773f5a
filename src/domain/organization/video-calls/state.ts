import * as v from 'valibot'
import { stateSlice } from '../../../realm'
import type { User } from '../../people/users/user'
import { hasZoomTokens } from './zoom-tokens'

export const videoCallState = stateSlice({
  fetchedFor: ['video_calls'],
  fields: { has_zoom_token: v.boolean() },
  read: (realm, { user_id }: User) => {
    const { zoom } = realm.config.calls
    const connectsUsers = zoom !== undefined && zoom.account_id === undefined
    return { has_zoom_token: connectsUsers && hasZoomTokens(realm, user_id) }
  },
})
