import { concept } from '../../../concept'
import { updateRealm } from './endpoints'
import { realmState } from './events'
import { billingState, giphyState, klipyState, tenorState } from './unsupported-features'

export const organizationSettings = concept({
  name: 'organization/settings',
  title: 'Organization settings',
  endpoints: [updateRealm],
  state: [giphyState, tenorState, klipyState, billingState, realmState],
})
