import { concept } from '../../../concept'
import { giphySlice, videoCallSlice, billingSlice } from './elsewhere'
import { realmSlice } from './events'
import { updateRealm } from './settings-endpoints'
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
  state: [giphySlice, videoCallSlice, billingSlice, realmSlice],
})
