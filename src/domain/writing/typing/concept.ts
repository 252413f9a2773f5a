import { concept } from '../../../concept'
import { setTypingStatus, setTypingStatusForEdit } from './endpoints'
import { typingStarted, typingStopped, typingEditStarted, typingEditStopped, typingState } from './events'

export const typing = concept({
  name: 'writing/typing',
  title: 'Typing notifications',
  endpoints: [setTypingStatus, setTypingStatusForEdit],
  events: [typingStarted, typingStopped, typingEditStarted, typingEditStopped],
  state: [typingState],
})
