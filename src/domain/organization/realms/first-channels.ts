import type { BotWords } from '../../../pages/words/bots-en'
import type { Realm } from '../../../realm'
import { publishDefaultChannels } from '../../channels/channels/actions'
import { realmMarkdownSettings } from '../../customization/linkifiers/markdown-settings'
import { insertRequestedChannel } from '../../management/new-channels/actions'
import { addSubscriptions } from '../../management/subscriptions/add-subscriptions'
import type { User } from '../../people/users/user'
import { parseDescription } from '../../realm/settings/descriptions'
import { ownUrl } from '../../realm/settings/own-url'
import { settingsOf } from '../../realm/settings/storage'
import { postBotMessage } from '../../writing/bot-messages/actions'
import { welcomeBot } from '../../writing/bot-messages/bots'
import { wordsOf } from '../../writing/bot-messages/words'

type FirstChannel = keyof BotWords['firstChannels']['channels']

/** The kinds of organizations that begin with other channels than a team at work, by the code of `org_type`. */
const CHANNELS_BY_KIND: Record<number, readonly FirstChannel[]> = {
  20: ['general', 'help', 'introductions'], // open source
  30: ['general', 'questions', 'projects'], // education, not for profit
  35: ['general', 'questions', 'projects'], // education
  40: ['general', 'projects', 'random'], // research
  50: ['general', 'questions', 'introductions'], // event
  90: ['general', 'help', 'introductions'], // community
  100: ['general', 'projects', 'random'], // personal
}
const CHANNELS_OF_A_TEAM: readonly FirstChannel[] = ['general', 'help', 'random']

/** The topics with which the Welcome Bot begins. */
const TOPICS: Partial<Record<FirstChannel, readonly ('welcome' | 'topics' | 'asking')[]>> = {
  general: ['welcome', 'topics'],
  help: ['asking'],
  questions: ['asking'],
}

/**
 * Creates the channels with which an organization of this kind begins, in its language. New users are subscribed to
 * them. The Welcome Bot begins topics there, so that a new user sees what a topic is.
 */
export function createFirstChannels(realm: Realm, owner: User): void {
  const { firstChannels: words } = wordsOf(realm)
  const markdown = { ...realmMarkdownSettings(realm), realm_url: ownUrl(realm), translatesEmoticons: () => false }
  const names = CHANNELS_BY_KIND[settingsOf(realm).org_type] ?? CHANNELS_OF_A_TEAM
  const channels = names.map((name) => {
    const texts = words.channels[name]
    const template = parseDescription(texts.description, markdown)
    const settings = { invite_only: false, is_web_public: false, is_default_stream: true, permissions: {} }
    return { name, channel: insertRequestedChannel(realm, owner, { ...texts, template }, settings) }
  })
  const created = channels.map(({ channel }) => channel)
  addSubscriptions(realm, { channels: created, created, users: [owner] })
  publishDefaultChannels(realm)
  const from = welcomeBot(realm)
  for (const { name, channel } of channels)
    for (const key of TOPICS[name] ?? [])
      postBotMessage(realm, owner, { channel, topic: words[key].topic, from }, words[key].content)
}
