import { concept } from '../../../concept'
import { createBigBlueButtonCall, joinBigBlueButtonCall } from './big-blue-button-endpoints'
import { createConstructorGroupsCall, createNextcloudTalkCall, createWebexCall } from './unconfigured-endpoints'
import { createZoomCall } from './zoom-endpoints'

export const videoCalls = concept({
  name: 'organization/video-calls',
  title: 'Video calls',
  endpoints: [
    createBigBlueButtonCall,
    joinBigBlueButtonCall,
    createZoomCall,
    createConstructorGroupsCall,
    createNextcloudTalkCall,
    createWebexCall,
  ],
})
