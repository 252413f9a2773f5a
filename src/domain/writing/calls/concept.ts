import { concept } from '../../../concept'
import { lookAfterRights, tendCalls } from './due-work'
import { decline, endForAll, getCalls, mute, openCallSocket, remove, startOrJoin } from './endpoints'
import { callDeclined, callEnded, callPeopleChanged, callStarted, callState } from './events'
import { openCallLink } from './link-endpoint'
import { mediaEndpoints } from './media/endpoints'
import { callLinksOfMessages, callsOfMessages } from './message-extra'

export const calls = concept({
  name: 'writing/calls',
  title: 'Calls',
  endpoints: [startOrJoin, getCalls, openCallSocket, decline, endForAll, remove, mute, openCallLink, ...mediaEndpoints],
  events: [callStarted, callPeopleChanged, callDeclined, callEnded],
  state: [callState],
  dueWork: [tendCalls],
  afterEvents: [lookAfterRights],
  messageExtras: [callsOfMessages, callLinksOfMessages],
})
