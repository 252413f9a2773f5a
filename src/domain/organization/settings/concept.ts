import { concept } from '../../../concept'
import { updateRealm } from './endpoints'
import { realmState } from './events'
import { billingState, giphyState, videoCallState } from './unsupported-features'
import {
  createBigBlueButtonCall,
  createZoomCall,
  createConstructorGroupsCall,
  createNextcloudTalkCall,
  createWebexCall,
} from './video-call-endpoints'

export const organizationSettings = concept({
  name: 'organization/settings',
  title: 'Organization settings',
  endpoints: [
    updateRealm,
    createBigBlueButtonCall,
    createZoomCall,
    createConstructorGroupsCall,
    createNextcloudTalkCall,
    createWebexCall,
  ],
  state: [giphyState, videoCallState, billingState, realmState],
})
