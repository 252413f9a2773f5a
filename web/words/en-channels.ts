// The text of creating and changing channels.

import { translated } from './translated'

const rules = new Intl.PluralRules('en')
const count = (number: number, one: string, other: string) =>
  `${number} ${rules.select(number) === 'one' ? one : other}`

export const channelWords = translated('channelWords', {
  newChannel: 'New channel',
  create: 'Create channel',
  cannotCreate: 'You cannot create channels in this organization.',
  settingsOf: (name: string) => `Settings of # ${name}`,
  settings: 'Settings',
  name: { name: 'Name', text: 'Short, and what people talk about.' },
  description: { name: 'Description', text: 'What belongs here. Markdown works.' },
  privacy: {
    name: 'Who can read it',
    text: 'A private channel is visible only to its subscribers.',
    options: {
      webPublic: 'Anyone on the internet',
      public: 'All members',
      private: 'Its subscribers, with earlier messages',
      protected: 'Its subscribers, from when they join',
    },
  },
  folder: { name: 'Folder', text: 'The list of channels groups them by folder.' },
  noFolder: 'No folder',
  retention: { name: 'Days until messages are deleted', text: 'Empty: as in the whole organization.' },
  retentionKinds: { realm_default: 'As the organization', unlimited: 'Never deleted', limited: 'After some days' },
  phones: { name: 'Notify phones of new subscribers', text: 'Of each message, until they choose otherwise.' },
  topics: {
    name: 'Messages without a topic',
    text: 'They go to the general chat of the channel.',
    options: {
      inherit: 'As the organization',
      allow_empty_topic: 'Allowed',
      disable_empty_topic: 'Not allowed',
      empty_topic_only: 'The channel has no topics',
    },
  },
  announce: 'Announce the new channel',
  subscribers: 'Subscribers',
  addPeople: 'Subscribe a person',
  addGroups: 'Subscribe a group',
  remove: (name: string) => `Unsubscribe ${name}`,
  more: (people: number) => `and ${count(people, 'more person', 'more people')}. Search to find them.`,
  findSubscriber: 'Find a subscriber',

  yours: 'For you',
  colour: { name: 'Colour', text: 'The bar beside the name.' },
  pin: { name: 'Pin to the top', text: 'Above the other channels in the list.' },
  mute: { name: 'Mute', text: 'Its messages do not count and do not notify.' },
  notify: { name: 'Notifications', text: 'Desktop, sound, phone and email have a table of their own.' },
  notifyLink: 'Open the table',
  channel: 'Channel',
  permissions: 'Who may',
  topicList: 'Topics',
  topicsOf: (name: string) => `Topics of # ${name}`,
  findTopic: 'Find a topic',
  resolve: (topic: string) => `Resolve ${topic}`,
  open: (topic: string) => `Open ${topic} again`,
  resolveShort: 'Resolve',
  openShort: 'Open again',
  deleteTopic: (topic: string) => `Delete ${topic}`,
  deleteShort: 'Delete',
  deleteTopicText: 'All messages of the topic are deleted for everyone.',
  noTopics: 'There are no topics yet.',
  archive: 'Archive',
  archiveText: 'No one can write any more. The messages stay.',
  unarchive: 'Open again',
  missing: 'This channel does not exist, or you cannot see it.',
})
