import { MESSAGE_COMMANDS, type Command } from '../keys/keymap'
import type { keyWords } from '../words/en-keys'

/** The commands in the order of the list of keys. */
export const KEY_GROUPS: readonly (readonly [name: keyof typeof keyWords.groups, commands: readonly Command[]])[] = [
  [
    'go',
    [
      'goAnywhere',
      'goToChannel',
      'goToPerson',
      'goToSetting',
      'search',
      'inbox',
      'recent',
      'feed',
      'directMessages',
      'starred',
      'drafts',
      'topics',
      'channelOrTopic',
      'previousOrganization',
      'nextOrganization',
    ],
  ],
  [
    'next',
    [
      'nextUnread',
      'nextDirect',
      'beside',
      'nextPane',
      'enlarge',
      'nextFollowed',
      'followingUnread',
      'previousUnread',
      'nextConversation',
      'previousConversation',
      'nextChannel',
      'previousChannel',
    ],
  ],
  ['list', ['down', 'up', 'pageDown', 'pageUp', 'first', 'newest', 'pictures']],
  ['conversation', ['reply', 'write', 'newTopic', 'newDirect', 'follow', 'muteTopic']],
  ['message', MESSAGE_COMMANDS],
  ['other', ['leave', 'status', 'help']],
]
