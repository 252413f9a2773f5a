import type { wings } from './concepts'

/** The headings of the wings in the API's documentation. */
export const wingTitles: Record<keyof typeof wings, string> = {
  realm: 'Organization',
  people: 'Users',
  customization: 'Customization',
  channels: 'Channels',
  messages: 'Reading messages',
  files: 'Files',
  writing: 'Writing messages',
  personal: 'Personal tools',
  management: 'Managing channels',
  mail: 'Emails',
  login: 'Logging in',
  accounts: 'Accounts',
  integrations: 'Integrations',
  organization: 'Events and server',
  data: 'Exports, copies and erasure',
}
