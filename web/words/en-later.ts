// The text of views that load when the first one opens: pickers, polls, pictures, and what is sent later.

import { translated } from './translated'

const rules = new Intl.PluralRules('en')
const count = (number: number, one: string, other: string) =>
  `${number} ${rules.select(number) === 'one' ? one : other}`

export const laterWords = translated('laterWords', {
  emojiSearch: 'Search emoji',
  emojiOften: 'Often used',
  emojiFound: 'Emoji',
  emojiNone: 'No emoji has this name.',
  editedWasDeleted: 'The message was deleted. Your text is now in the field to write in.',
  onlyUnread: 'Only unread',
  olderConversations: 'Older conversations are in their channels. Search finds them too.',
  switcher: {
    placeholder: 'A channel, topic, person or view',
    results: 'Places',
    channel: 'channel',
    person: 'direct message',
    topicIn: (channel: string) => `# ${channel}`,
    search: (text: string) => `Messages with “${text}”`,
    group: 'group',
    otherChannel: 'channel, not subscribed',
    archivedChannel: 'archived channel',
    nothing: 'Nothing has this name.',
  },
  viewer: {
    place: (at: number, of: number) => `${at} of ${of}`,
    previous: 'Previous',
    next: 'Next',
    original: 'Open original',
  },
  widgets: {
    poll: 'Poll',
    todo: 'To-do list',
    noQuestion: 'Poll without a question',
    noOptions: 'No options yet.',
    option: (text: string, votes: number) => `${text}, ${count(votes, 'vote', 'votes')}`,
    addOption: 'New option',
    addTask: 'New task',
    add: 'Add',
  },
  planned: {
    noDrafts: 'No drafts. What you write and do not send is kept here.',
    nothingScheduled: 'Nothing is scheduled. “Later” below a message sends it at another time.',
    noPlace: 'No recipient yet',
    draftDeleted: 'Draft deleted.',
    goOn: 'Go on writing',
    reminders: 'Reminders',
    reminder: 'Reminder',
    openMessage: 'Open message',
    reschedule: 'Change the time',
    failed: 'It could not be sent. Edit it, or delete it.',
  },
  remind: {
    title: 'Remind me',
    done: (time: string) => `You will be reminded: ${time}.`,
  },
  schedule: {
    title: 'Send later',
    nothing: 'Write a message first.',
    done: (time: string) => `The message will be sent: ${time}.`,
    ownTime: 'Another time',
    choose: 'Choose',
    noTime: 'Choose a day and a time.',
  },
  emojiGroups: {
    custom: 'Of this organization',
    faces: 'Faces',
    people: 'People and hands',
    nature: 'Nature',
    food: 'Food and drink',
    travel: 'Travel',
    activities: 'Activities',
    flags: 'Flags',
    objects: 'Objects',
    symbols: 'Symbols',
  },
})
