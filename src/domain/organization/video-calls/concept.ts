import { concept } from '../../../concept'
import { createBigBlueButtonCall, joinBigBlueButtonCall } from './big-blue-button-endpoints'
import { createConstructorGroupsCall, createNextcloudTalkCall, createWebexCall } from './unconfigured-endpoints'
import { zoomTokenChanged } from './events'
import { videoCallState } from './state'
import { completeZoom, connectZoom } from './zoom-account-endpoints'
import { createZoomCall, deauthorizeZoom } from './zoom-endpoints'

export const videoCalls = concept({
  name: 'organization/video-calls',
  title: 'Video calls',
  endpoints: [
    createBigBlueButtonCall,
    joinBigBlueButtonCall,
    createZoomCall,
    connectZoom,
    completeZoom,
    deauthorizeZoom,
    createConstructorGroupsCall,
    createNextcloudTalkCall,
    createWebexCall,
  ],
  events: [zoomTokenChanged],
  state: [videoCallState],
})
