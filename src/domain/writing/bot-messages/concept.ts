import { concept } from '../../../concept'
import { botMessageLimitsState } from './events'

export const botMessages = concept({
  name: 'writing/bot-messages',
  state: [botMessageLimitsState],
})
