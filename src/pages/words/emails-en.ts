const list = new Intl.ListFormat('en')

/** All text of the emails, in English. Other catalogues have the same keys: the type `EmailWords` is made from this one. */
export const emailsEn = {
  ignore: 'If it was not you, you can ignore this message.',
  notYou: 'If it was not you, tell an administrator of the organization.',
  account: (realm: string) => `Your account on ${realm}`,
  password: (realm: string) => `Your password on ${realm}`,
  signUp: {
    ask: (realm: string) =>
      `You asked for an account on ${realm}. To choose your name and password, open this link within a day:`,
    ignore: 'If it was not you, you can ignore this message. An account is created only with this link.',
  },
  hasAccount: {
    text: (realm: string) =>
      `A visitor asked for an account on ${realm} with this address, but the address already has one.`,
    logIn: (url: string) =>
      `If it was you, log in at ${url}. If you forgot your password, choose a new one at ${url}/accounts/password/reset/`,
  },
  welcome: {
    subject: (realm: string) => `Welcome to ${realm}`,
    text: (realm: string) => `You have an account on ${realm} now, with this address.`,
    withPassword: (url: string) => `Any client for this kind of server logs in at ${url} with it and your password.`,
    withProvider: (url: string) => `Any client for this kind of server logs in at ${url} as you just did.`,
  },
  founder: {
    hello: 'You own this organization. Four steps prepare it:',
    steps: (url: string) => [
      `1. Its name and picture: ${url}/#organization/profile`,
      `2. The channels in which new members begin: ${url}/#organization/default-channels`,
      `3. The people: ${url}/#organization/invitations`,
      `4. What may interrupt you: ${url}/#settings/notifications`,
    ],
    password: (url: string) =>
      `If you did not choose your password yourself, change it first: ${url}/#settings/account`,
  },
  invitation: {
    subject: (inviter: string, realm: string) => `${inviter} has invited you to join ${realm}`,
    hello: 'Hello!',
    ask: (inviter: string, realm: string) =>
      `${inviter} wants you to join them on ${realm}. To get started, open this link:`,
    ignore: (inviter: string) =>
      `The link is for you only. If you do not know ${inviter}, you can ignore this message.`,
    isMember: (inviter: string, realm: string) =>
      `${inviter} wants you to join them on ${realm}. You have an account there with this address already.`,
    logIn: (url: string) =>
      `Log in at ${url}. If you forgot your password, choose a new one at ${url}/accounts/password/reset/`,
    unseen: (inviter: string) => `${inviter} cannot see whose address this is, nor that it has an account.`,
    reminderSubject: (inviter: string, realm: string) => `Reminder: ${inviter} has invited you to join ${realm}`,
    reminder: (inviter: string, realm: string, day: string) =>
      `${inviter} wants you to join them on ${realm}. The invitation ends on ${day}. To get started, open this link:`,
  },
  onboarding: {
    topics: {
      subject: (realm: string) => `Topics keep conversations apart on ${realm}`,
      paragraphs: [
        'Each message in a channel has a topic: a few words that say what it is about, like the subject of an email.',
        'So you read one conversation at a time, and answer an old question without disturbing a new one. When you begin something new, write a new topic. You can follow topics that matter to you, and mute others.',
      ],
    },
    guide: {
      subject: (realm: string) => `How to keep up with ${realm}`,
      paragraphs: [
        'Begin with your inbox: it has everything that you have not read, by conversation. Read what matters, and mark the rest as read.',
        'Mention colleagues with @ and their name when you need them. Set a reminder for a message that you want to answer later. In your settings you choose what notifies you, and when you are not to be disturbed.',
      ],
    },
    team: {
      subject: (realm: string) => `How a team moves to ${realm}`,
      paragraphs: [
        'Begin with a few people who work together each day, and with one conversation that they have elsewhere now. Invite them, and write the first messages yourself, each with a clear topic.',
        'Create channels for teams and projects, and say in their descriptions what belongs there. When the first team is at home, invite the next one. You can import the history of your earlier chat server.',
      ],
    },
    open: (url: string) => `Open your organization: ${url}`,
    unsubscribe: 'You can stop these emails here:',
  },
  digest: {
    subject: (realm: string) => `What happened on ${realm}`,
    intro: (realm: string) => `You were away from ${realm} for some days. This happened meanwhile:`,
    more: (count: number, names: string) =>
      `+ ${count} more ${count === 1 ? 'message' : 'messages'}. Taking part: ${names}.`,
    channels: (names: string) => `New channels: ${names}.`,
    open: (url: string) => `Open your organization: ${url}`,
    footer: 'You receive this email once a week if you were away. You can stop these emails here:',
  },
  exported: {
    ready: (realm: string) => `Your export of ${realm} is ready`,
    readyText: (url: string) =>
      `Administrators find its address among the exports of the organization, and can delete it there: ${url}/#organization/exports`,
    failed: (realm: string) => `Your export of ${realm} failed`,
    failedText: (url: string) => `You can request another one: ${url}/#organization/exports`,
  },
  realmDeactivated: {
    subject: (realm: string) => `${realm} has been deactivated`,
    text: (realm: string) =>
      `The organization ${realm} has been deactivated. Its users cannot log in. Its data is kept. The operator of the server can reactivate it.`,
  },
  realmReactivated: {
    subject: (realm: string) => `${realm} has been reactivated`,
    text: (realm: string, url: string) =>
      `The operator of the server has reactivated the organization ${realm}. Its users can log in again: ${url}`,
  },
  deactivation: {
    subject: (realm: string) => `Your account on ${realm} has been deactivated`,
    text: (realm: string) => `Your account on ${realm} has been deactivated, and you can no longer log in.`,
    comment: 'The administrators wrote:',
  },
  reset: {
    ask: (realm: string) =>
      `You asked for a new password for your account on ${realm}. To choose one, open this link within a day:`,
    ignore: 'If it was not you, you can ignore this message. Your password does not change.',
    noAccount: (realm: string) => `You asked for a new password on ${realm}. There is no account with this address.`,
    changedSubject: (realm: string) => `Your password on ${realm} has changed`,
    changed: (realm: string) => `Your account on ${realm} has a new password, and every client must log in again.`,
    notYou: 'If it was not you who changed it, tell an administrator of the organization.',
  },
  find: {
    subject: 'Your organizations',
    found: 'You asked in which organizations your address has an account. These are their addresses:',
    none: 'You asked in which organizations your address has an account. It has none here.',
  },
  emailChange: {
    subject: (realm: string) => `Your new email address on ${realm}`,
    ask: (realm: string) =>
      `You want to use this address for your account on ${realm}. To confirm it, open this link within a day:`,
    takenSubject: (realm: string) => `Your email address on ${realm}`,
    taken: (realm: string) =>
      `A user wants to use this address for their account on ${realm}, but another account has it. Nothing has changed.`,
    changedSubject: (realm: string) => `Your email address on ${realm} has changed`,
    changed: (realm: string, email: string) => `Your account on ${realm} now has the address ${email}.`,
    notYou: 'If it was not you who changed it, tell an administrator of the organization.',
  },
  identityAdded: {
    subject: (provider: string, realm: string) => `${provider} now opens your account on ${realm}`,
    text: (provider: string, realm: string) =>
      `Your account on ${realm} was opened with ${provider} for the first time. ${provider} confirmed that this address is theirs.`,
  },
  newDevice: {
    /** The browser and its system. A browser that the server does not recognize has no name. */
    program: (browser: string | undefined, system: string | undefined) =>
      [browser ?? 'an unknown browser', ...(system === undefined ? [] : [system])].join(' on '),
    subject: (realm: string, program: string) => `New login to ${realm} from ${program}`,
    text: (realm: string, { program, address, time }: { program: string; address: string; time: string }) =>
      `Your account on ${realm} was used to log in from ${program}, with the network address ${address}, at ${time}.`,
    notYou: (url: string) =>
      `If it was not you, choose another password at ${url}/accounts/password/reset: this ends all sessions. Then tell an administrator of the organization.`,
    unsubscribe: 'You can stop these emails here:',
  },
  change: {
    subject: (realm: string) => `A change of your account on ${realm}`,
    when: (realm: string, time: string) => `This happened on ${realm} at ${time}.`,
    logIn: 'To log in and to add a passkey, open this link within a day:',
    of: {
      password: 'The password of your account was changed.',
      email: 'The email address of your account was changed.',
      passkey: 'The passkeys of your account were changed.',
      one_time_codes: 'The one-time codes of your account were changed.',
      recovery_codes: 'The recovery codes of your account were replaced. The old ones are no longer accepted.',
      recovery_code_used: 'A recovery code was used to log in to your account. It does not count again.',
      agent: 'An agent was connected to your account. It can use your messages as you allowed.',
      factors: 'Your passkeys and one-time codes were removed, so that you can log in again.',
      provider: 'The identity providers with which you log in were changed.',
    },
  },
  missed: {
    sender: (realm: string) => `${realm} notifications`,
    hiddenSubject: 'New messages',
    /** The other person of a direct conversation, or `yourself`. */
    directSubject: (name: string) => `DMs with ${name}`,
    yourself: 'yourself',
    groupSubject: (names: readonly string[]) => `Group DMs with ${list.format(names)}`,
    /** The last of the names in `groupSubject`, if they are too many. */
    others: (people: number) => `${people} others`,
    more: (messages: number) => `${messages} more ${messages === 1 ? 'message is' : 'messages are'} not in this email.`,
    refusals: {
      realm: 'The organization does not allow the text of messages in emails.',
      user: 'Your settings do not allow the text of messages in emails.',
    },
    spoiler: 'Open the conversation to see the spoiler.',
    reply: 'Reply in the conversation',
    read: 'Read the messages',
    choose: 'Choose your emails',
    stop: 'Stop these emails',
    youCanReply: 'You can also reply to this email from this address, within 30 days.',
    doNotReply: 'Do not reply to this email because no user would read the answer.',
    reasons: {
      direct_message: 'You receive this email because you received a direct message.',
      mentioned_by_name: 'You receive this email because you were mentioned.',
      mentioned: 'You receive this email because a group to which you belong was mentioned.',
      mentioned_group: (group: string) => `You receive this email because @${group} was mentioned.`,
      topic_wildcard_mentioned_in_followed_topic:
        'You receive this email because everyone in a topic that you follow was mentioned.',
      stream_wildcard_mentioned_in_followed_topic:
        'You receive this email because everyone was mentioned in a topic that you follow.',
      topic_wildcard_mentioned:
        'You receive this email because everyone in a topic in which you take part was mentioned.',
      stream_wildcard_mentioned: 'You receive this email because everyone in a channel was mentioned.',
      followed_topic: 'You receive this email because you follow this topic and chose emails for it.',
      channel: 'You receive this email because you chose emails for this channel.',
    },
  },
}

/** The texts of all emails in one language. */
export type EmailWords = typeof emailsEn
