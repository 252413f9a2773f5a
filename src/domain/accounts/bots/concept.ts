import { concept } from '../../../concept'
import tables from './tables.sql'
import { addBot, changeBot } from './account-endpoints'
import {
  getBots,
  getBotApiKey,
  regenerateBotApiKey,
  regenerateOwnApiKey,
  getBotStorage,
  updateBotStorage,
  removeBotStorage,
} from './endpoints'

export const botAccounts = concept({
  name: 'accounts/bots',
  title: 'Bots',
  tables: [tables],
  endpoints: [
    addBot,
    changeBot,
    getBots,
    getBotApiKey,
    regenerateBotApiKey,
    regenerateOwnApiKey,
    getBotStorage,
    updateBotStorage,
    removeBotStorage,
  ],
})
