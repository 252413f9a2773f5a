/** All text of bot messages and notifications, in English. Other catalogues have the same keys: the type `BotWords` is made from this one. */
export const botsEn = {
  /** A user whom the reader may not see, at the beginning of a sentence. */
  unnamed: 'A user',
  /** The text of a link, at the end of `reminder.of` and in `report.summary`. */
  aMessage: 'a message',
  /** The text of a link to a channel whose name cannot be written. */
  channelNumber: (id: number) => `channel ${id}`,
  topics: {
    channelEvents: 'channel events',
    newChannels: 'new channels',
    signups: 'signups',
    reports: (id: number, name: string) => `Reports of user ${id}: ${name}`,
  },
  welcome: `Hello, and welcome! :wave: I am Welcome Bot. Conversations here are organized in channels and topics, so that everyone can follow what matters to them and catch up with it later.

* [Your inbox](/#inbox) has everything that you have not read.
* [All channels](/#channels/all) shows what you can join.
* To begin a conversation, open a channel and write a new topic: a few words that say what it is about.
* [Your profile](/#settings/profile) has your name and picture, and [your notifications](/#settings/notifications) decide what interrupts you.

Only you see what you write to me, so you can try everything here.`,
  /** What an organization begins with: channels by its kind, and messages that show topics. */
  firstChannels: {
    channels: {
      general: { name: 'general', description: 'Everyone, about what concerns all of us.' },
      help: { name: 'help', description: 'Questions and answers. No question is too small.' },
      random: { name: 'random', description: 'What has nothing to do with work.' },
      introductions: { name: 'introductions', description: 'Who you are, and what brings you here.' },
      questions: { name: 'questions', description: 'Questions about courses and exercises, with their answers.' },
      projects: { name: 'projects', description: 'What people work on together.' },
    },
    welcome: {
      topic: 'welcome',
      content: `Welcome! :wave: This is a topic: a conversation about one thing, in the channel that is named above.

Answer here to try it. Your answer stays in this topic, and disturbs no other conversation.`,
    },
    topics: {
      topic: 'how topics work',
      content: `* **Begin something new?** Write a new topic: a few words that say what it is about.
* **Is a question answered?** The menu of a topic has *Mark as resolved*.
* **Is a message in the wrong topic?** The menu of a message has *Move messages*.
* **Too much, or important?** Mute a topic, or follow it. The menu of a topic has both.`,
    },
    asking: {
      topic: 'how to ask a question',
      content: `Give each question a topic of its own, as this one. A colleague who knows the answer finds it in the inbox, also tomorrow.

To call a colleague, write \`@\` and the name.`,
    },
  },
  /** `reason` is one of the texts below, or an error of the API. */
  emailNotPosted: (subject: string, reason: string) => `Your email \`${subject}\` was not posted. ${reason}`,
  emailRefused: {
    expired: 'The email that you answered is too old. Answer in the conversation instead.',
    unproven: (address: string) =>
      `Nothing proves that the email came from your address ${address}. Answer from this address, and with a mail provider that signs your emails (DKIM).`,
    conversation: 'The conversation is gone, or you can not read it any more.',
  },
  joined: (actor: string) => `${actor} joined this organization.`,
  invitationAccepted: (actor: string) => `${actor} accepted your invitation to join the organization!`,
  subscribed: (actor: string, channel: string) => `${actor} subscribed you to ${channel}.`,
  /** A list of channels follows. */
  subscribedToSeveral: (actor: string) => `${actor} subscribed you to these channels:`,
  channelsCreated: (actor: string, channels: number, names: string) =>
    `${actor} created ${channels === 1 ? 'a new channel' : 'new channels'}: ${names}.`,
  /** The group has no name if its name cannot be written. */
  addedToGroup: (actor: string, group: string | undefined) =>
    `${actor} added you to ${group === undefined ? 'a user group' : `the group ${group}`}.`,
  removedFromGroup: (actor: string, group: string | undefined) =>
    `${actor} removed you from ${group === undefined ? 'a user group' : `the group ${group}`}.`,
  channel: {
    /** `privacy` is one of the texts below, and `description` a sentence or a quote. */
    created: (actor: string, privacy: string, description: string) =>
      `${actor} created this channel (${privacy}). ${description}`,
    archived: (actor: string) => `${actor} archived this channel.`,
    restored: (actor: string) => `${actor} brought this channel back from the archive.`,
    privacyChanged: (actor: string, before: string, after: string) =>
      `${actor} made this channel ${after}. It was ${before}.`,
    privacy: {
      webPublic: 'web-public',
      public: 'public',
      shared: 'private, with shared history',
      protected: 'private, with protected history',
    },
    retentionChanged: (actor: string, before: string, after: string) =>
      `${actor} changed how long messages are kept here: ${after}. It was: ${before}.`,
    retention: {
      asRealm: "as the organization's other messages are",
      forEver: 'for ever',
      days: (days: number) => (days === 1 ? 'for a day' : `for ${days} days`),
    },
    folderRemoved: (actor: string) => `${actor} took this channel out of its folder.`,
    /** The folder has no name if its name cannot be written. */
    folderChanged: (actor: string, folder: string | undefined) =>
      `${actor} moved this channel to ${folder === undefined ? 'a folder' : `the folder ${folder}`}.`,
    descriptionChanged: (actor: string) => `${actor} changed the description of this channel.`,
    /** A quote follows, or `none`. */
    description: 'Description:',
    descriptionBefore: 'It was:',
    descriptionAfter: 'Now:',
    none: 'none.',
    renamed: (actor: string, before: string, after: string) =>
      `${actor} renamed this channel from ${before} to ${after}.`,
    renamedUnnamed: (actor: string) => `${actor} renamed this channel.`,
    postingChanged: (actor: string) => `${actor} changed who may post in this channel.`,
  },
  move: {
    /** `what` and `place` are texts from below, or a link. */
    here: (actor: string, what: string, place: string) => `${actor} moved ${what} here from ${place}.`,
    away: (actor: string, what: string, place: string) => `${actor} moved ${what} from here to ${place}.`,
    topic: 'this topic',
    messages: (messages: number) => (messages === 1 ? 'a message' : `${messages} messages`),
    otherTopic: 'another topic',
    privateChannel: 'a private channel',
    otherChannel: 'another channel',
    generalChat: (channel: string) => `the general chat of ${channel}`,
  },
  resolved: (actor: string) => `${actor} has marked this topic as resolved.`,
  unresolved: (actor: string) => `${actor} has marked this topic as unresolved.`,
  reminder: {
    of: (message: string) => `You asked to be reminded of ${message}.`,
    gone: 'You asked to be reminded of a message that you can no longer read.',
    note: 'Your note:',
    wrote: (author: string) => `${author} wrote:`,
  },
  report: {
    summary: (reporter: string, message: string, author: string, reason: string) =>
      `${reporter} reported ${message} by ${author} for ${reason}.`,
    reasons: {
      spam: 'spam',
      harassment: 'harassment',
      inappropriate: 'inappropriate content',
      norms: 'a violation of community norms',
      other: 'another reason',
    },
    words: 'In their words:',
    message: 'The message:',
  },
  scheduled: {
    failed: (time: string) => `The message that you scheduled for ${time} was not sent:`,
    /** A link to `#scheduled` must be in it. */
    next: 'You can change it or delete it among your [scheduled messages](#scheduled).',
  },
  exports: {
    ready: 'Your data export is ready. Administrators find its address among the exports of the organization.',
    failed: 'Your data export failed. You can request another one.',
  },
  webhooks: {
    /** A link to `#streams/new` must be in it. */
    channelMissing: (bot: string, channel: string) =>
      `Your bot ${bot} tried to send a message to stream ${channel}, but that stream does not exist. Click [here](#streams/new) to create it.`,
    unnamedChannelMissing: (bot: string) => `Your bot ${bot} tried to send a message to a channel that does not exist:`,
    refused: (service: string, bot: string) => `A delivery of ${service} to your bot ${bot} failed:`,
    /** What a bot says in the conversation. */
    cannotAnswer: 'I cannot answer: my program has failed.',
    failed: (bot: string, message_id: number, why: string) =>
      `The webhook of your bot ${bot} failed for message ${message_id}: ${why}.`,
    disabled: (subscription: string | number, bot: string, why: string) =>
      `Event subscription ${subscription} of your bot ${bot} is disabled: ${why}.`,
  },
  /** What the message of a call says while it runs, and when it has ended; and its notification. */
  call: {
    started: 'A call has started.',
    join: 'Join the call',
    ended: (minutes: number, people: number) =>
      `Call: ${minutes === 1 ? '1 minute' : `${minutes} minutes`}, ${people === 1 ? '1 person' : `${people} people`}.`,
    missed: 'Missed call.',
    ringing: 'Calls you.',
    answer: 'Answer',
    decline: 'Decline',
  },
  notification: {
    hidden: 'New message',
    test: 'Notifications work in this browser.',
    /** The second line of a notification, after the name of the topic. */
    mentionedYou: (name: string) => `${name} mentioned you:`,
    mentionedGroup: (name: string, group: string) => `${name} mentioned @${group}:`,
    mentionedEveryone: (name: string) => `${name} mentioned everyone:`,
  },
}

/** The texts of all bot messages in one language. */
export type BotWords = typeof botsEn
