import type { Realm } from '../../../realm'
import { realmRow } from '../../realm/settings/storage'
import { maybeUserByEmail } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { sendFromBot } from './actions'

/** What comes before the @ in the address of the bot that greets newcomers. */
export const WELCOME_BOT = 'welcome-bot'

const GREETING =
  'Hello, and welcome! :wave: I am Welcome Bot. Conversations here have channels, and in them topics, so that everyone can follow what matters to them and catch up with it later.'

/** Greets somebody, and says to them what the organization wants said. Answers the id of the last message. */
export function sendWelcomeMessages(realm: Realm, to: User, custom_text: string): number {
  const bot = maybeUserByEmail(realm, `${WELCOME_BOT}@${realmRow(realm).host}`)!
  const greeting = sendFromBot(realm, bot, to, GREETING)
  return custom_text.trim() === '' ? greeting : sendFromBot(realm, bot, to, custom_text)
}
