import { concept } from '../../../concept'
import { noticeLimitsSlice } from './events'

export const botMessages = concept({
  name: 'writing/bot-messages',
  state: [noticeLimitsSlice],
})
