/** Gives the table of refusals the type that other catalogues need. */
const translated = (refusals: Readonly<Record<string, string>>) => refusals

/** All text of the pages, in English. Other catalogues have the same keys: the type `Words` is made from this one. */
export const en = {
  fields: {
    address: 'Email address',
    password: 'Password',
    newPassword: 'New password',
    passwordHint: (min: number) =>
      `At least ${min} characters. Several words are good; signs and digits are not needed.`,
    strength: { weak: 'Easy to guess', fair: 'Hard to guess', strong: 'Very hard to guess' },
    name: 'Your name',
  },
  login: {
    title: (realm: string) => `Log in to ${realm}`,
    button: 'Log in',
    forgotten: 'Forgot your password?',
    signUp: 'Create an account',
  },
  provider: {
    button: (provider: string) => `Log in with ${provider}`,
    failedTitle: 'You are not logged in',
    failed: (provider: string) => `${provider} did not confirm who you are. Try again, or log in another way.`,
    notBegun: 'This login was not begun in this browser, or more than ten minutes ago. Try again.',
    again: 'Log in',
    refusals: {
      'address not trusted': (provider: string) =>
        `No account here is connected with ${provider}, and ${provider} confirmed no address that this organization trusts it for. If you have an account, log in another way.`,
      'account not proven': (provider: string) =>
        `An account has your address, but it was never confirmed that the address is theirs. Reset its password by email once. Then ${provider} opens it.`,
      'account closed': () => 'Account is deactivated',
      'by invitation only': () => 'You need an invitation to join this organization.',
      'another session': () => 'You logged out or in again meanwhile. Begin again in your settings.',
      'another account': (provider: string) => `This identity of ${provider} opens another account.`,
      'too many identities': () => 'Your account has too many identities. Remove one first.',
    },
  },
  app: {
    confirmTitle: 'Log in to the app?',
    confirm: (email: string) =>
      `The app on this device will be logged in as ${email}. If you did not begin this in the app, close this page.`,
    confirmButton: 'Log in to the app',
    otherAccount: 'Use another account',
    account: (email: string) => `You are logged in as ${email}.`,
    copyTitle: 'Return to the app',
    copy: 'Copy this text within a minute, and return to the desktop app. Only the app can read it.',
    copyButton: 'Copy',
    finishTitle: 'Finish logging in',
    finish: 'Log in with your browser. It shows a text to copy, with which this app continues.',
    openBrowser: 'Open the browser',
    token: 'Text from the browser',
    finishButton: 'Continue',
    wrongToken: 'This text is not from the page that this app opened. Begin again.',
    expired: 'This login was used, or is older than a minute. Begin again.',
  },
  agents: {
    title: (client: string) => `Connect ${client}?`,
    ask: (client: string, email: string) =>
      `The agent “${client}” asks to use this organization as ${email}. Others see when an agent writes.`,
    host: 'It comes from',
    redirect: 'After your answer, your browser goes to',
    local:
      'The agent is a program on your computer. Any program can use this name: go on only if you have just started it yourself.',
    unverified: 'Nothing proves this name. Go on only if you have just started the agent yourself.',
    may: 'It may',
    scopes: {
      'messages:read': 'Read messages, profiles and files',
      'messages:write': 'Send and edit messages, react, and mark messages as read',
      'drafts:write': 'Save drafts, which you send yourself',
      'status:write': 'Set your status',
      'teams:write': 'Create channels, and change who is in groups',
    },
    where: 'Where',
    everywhere: 'In all channels and direct messages that you can read. Or tick channels, to limit it to them:',
    allow: 'Connect',
    refuse: 'Do not connect',
    problemTitle: 'The agent cannot be connected',
    problems: {
      client: 'The agent did not say who it is, or its description could not be read.',
      redirect_uri: 'The address to which the agent wants to return does not belong to it.',
      response_type: 'The agent asked for something that this server does not offer.',
      code_challenge: 'The agent did not protect the connection (PKCE with S256).',
      scope: 'The agent asked for no right that exists.',
      resource: 'The agent asked for access to another server.',
      disabled: 'This organization allows no agents.',
      nothing: 'You ticked no right, so the agent was not connected.',
    },
  },
  secondFactor: {
    title: 'Second factor',
    explanation: 'Enter the code that your app shows, or one of your recovery codes.',
    recovery: 'Or enter one of your recovery codes.',
    code: 'Code',
    button: 'Log in',
  },
  passkey: {
    logIn: 'Log in with a passkey',
    only: 'This organization allows no passwords.',
    use: 'Use a passkey',
    problems: {
      refused: 'This passkey was not accepted. Try again, or log in another way.',
      cancelled: 'No passkey was used. Try again, or log in another way.',
    },
    title: 'Passkeys',
    explanation:
      'A passkey logs you in with the lock of your device: a finger, a face or a PIN. It works only on this site, so no other site can ask you for it. Your password alone then no longer opens your account.',
    required: 'Your organization asks you to add a passkey before you go on.',
    none: 'You have no passkeys.',
    unsupported: 'This browser knows no passkeys.',
    added: (date: string) => `Added on ${date}`,
    used: (date: string) => `last used on ${date}`,
    backedUp: 'synchronized',
    name: 'Name of the passkey',
    add: 'Add a passkey',
    rename: 'Rename',
    remove: 'Remove',
    taken: 'This device already has a passkey for your account.',
    back: (realm: string) => `Back to ${realm}`,
  },
  lostPasskey: {
    title: 'Lost your passkey?',
    explanation: 'Enter one of the recovery codes that you kept. It counts once. Then add another passkey.',
    code: 'Recovery code',
  },
  confirmation: {
    title: 'Confirm who you are',
    explanation: 'To change how you log in, confirm who you are.',
    button: 'Confirm',
    again: (provider: string) => `Log in again with ${provider}`,
  },
  codes: {
    title: 'One-time codes',
    explanation:
      'An app on your phone shows another code every 30 seconds. Your password alone then no longer opens your account.',
    on: (date: string) => `On since ${date}.`,
    left: (left: number) => `Recovery codes left: ${left}.`,
    begin: 'Set up one-time codes',
    scan: 'Scan this picture with an app for one-time codes, or enter the key in it. Then enter the code that it shows.',
    picture: 'QR code with the key',
    key: 'Key',
    open: 'Open an app on this device',
    code: 'Code of the app',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    renew: 'New recovery codes',
  },
  recovery: {
    title: 'Your recovery codes',
    text: 'Keep these codes where only you find them. Each replaces a passkey or the code of your app once. They are not shown again.',
    done: 'I have kept the codes',
  },
  join: {
    title: (realm: string) => `Join ${realm}`,
    account: (email: string) => `Your account will have the address ${email}.`,
    button: 'Join',
    notHere: 'You cannot sign up here',
    haveAccount: 'Log in with an account that you have',
  },
  guest: {
    title: (realm: string) => `Write with ${realm} as a guest`,
    about: 'You need no account. As a guest, you read and write in one channel:',
    seesAll: 'You see all messages of this channel, also earlier ones.',
    seesNew: 'You see the messages that are sent from now on.',
    isSeen:
      'People in this channel see your name, that you are a guest, and what you write. Administrators also see from which network address you came.',
    leaves: (until: string) => `Your access ends with the link: ${until} at the latest.`,
    stays: 'Your access stays after the end of the link, until an administrator ends it.',
    browser:
      'Only this browser is logged in. To log in elsewhere, or again, add your email address later in the settings.',
    button: 'Enter as a guest',
    notHere: 'You cannot enter here',
    obstacles: {
      ended: 'This link has ended. Ask the person who gave it to you for another one.',
      'used up': 'As many people as possible came by this link. Ask the person who gave it to you for another one.',
    },
    loggedInTitle: 'You are logged in',
    loggedIn: (name: string) => `You are logged in as ${name}, so you need no guest link.`,
    open: 'Open the organization',
  },
  obstacles: {
    'deactivated realm': 'This organization has been deactivated.',
    'no passwords': 'Password authentication is disabled in this organization.',
    'invalid link': 'This link is not valid, or not any more. Ask for another one.',
    'by invitation only': 'You need an invitation to join this organization.',
  },
  address: {
    button: 'Send me a link',
    sentTitle: 'Check your email',
    sent: (email: string) => `We sent an email to ${email}. The link in it works for one day.`,
  },
  find: {
    title: 'Find your organizations',
    sent: (email: string) =>
      `We sent an email to ${email}. It names the organizations in which this address has an account.`,
  },
  reset: {
    title: 'Choose a new password',
    button: 'Use this password',
    about: 'It ends all other sessions, and clients need a new API key.',
  },
  emailChange: {
    title: 'Your email address',
    ask: (email: string) => `Use ${email} for your account?`,
    button: 'Use this address',
    done: (email: string) => `Your address is now ${email}.`,
  },
  unsubscribe: {
    title: 'Emails',
    ask: {
      missed_messages: 'Stop emails about messages that you missed?',
      digest: 'Stop emails that sum up what happened?',
      login: 'Stop emails about new logins? They show you if another person uses your account.',
      marketing: 'Stop emails with news?',
    },
    button: 'Stop these emails',
    done: 'You will get no more of these emails. You can change this in the settings.',
  },
  calls: {
    connectedTitle: 'Zoom is connected',
    connected: 'You can close this page. The link to the call is in the message that you write.',
    failedTitle: 'Zoom is not connected',
    failed: 'Zoom did not confirm your account, or you logged in again meanwhile. Try it again.',
    again: 'Connect Zoom',
  },
  public: {
    title: (realm: string) => `Public channels of ${realm}`,
    channels: 'All public channels',
    topics: (channel: string) => `All topics of # ${channel}`,
    noTopics: 'There are no messages here yet.',
    olderTopics: 'Older topics',
    older: 'Older messages',
    newest: 'Newest messages',
    spoiler: 'Spoiler',
    missingTitle: 'Nothing here',
    missing: 'This page does not exist, or it is not public.',
  },
  open: (realm: string) => `Open ${realm}`,
  /** Refusals of the API in another language, by their English text. A refusal that is missing stays English. */
  refusals: translated({}),
}

/** The texts of all pages in one language. */
export type Words = typeof en
