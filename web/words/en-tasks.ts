// The first tasks of an owner.

import { translated } from './translated'

export type TaskName = 'profile' | 'channels' | 'people' | 'notifications'

export const taskWords = translated('taskWords', {
  region: 'First steps',
  title: (realm: string) => `Set up ${realm}`,
  text: 'Four steps, each is done when it is true. You can leave and come back.',
  tasks: {
    profile: { name: 'Name and picture', text: 'So that people recognize the organization.', open: 'Change' },
    channels: {
      name: 'Channels to begin with',
      text: 'Everyone who joins is in them. Without one, new members see nothing.',
      open: 'Choose',
    },
    people: {
      name: 'People',
      text: 'By email, or with a link for many. They land in your first channel.',
      open: 'Invite',
    },
    notifications: {
      name: 'What may interrupt you',
      text: 'The browser asks once; until then it stays silent.',
      open: 'Decide',
    },
  } satisfies Record<TaskName, { name: string; text: string; open: string }>,
  previews: {
    name: 'Show linked pages',
    text: 'Title, text and picture of a page below the message. This server asks the page for them.',
  },
  done: 'Done',
  openOf: (open: string, name: string) => `${open}: ${name}`,
  /** Names of channels. */
  channels: ['general', 'help', 'random'],
  create: (count: number) => (count === 1 ? 'Create 1 channel' : `Create ${count} channels`),
  another: 'Another channel',
  afterChannels: 'After channels',
  import: 'Bring everything from Slack, Zulip or another server instead',
  hide: 'Hide',
  step: (at: number, all: number, name: string) => `Step ${at} of ${all}: ${name}`,
  next: (name: string) => `Next: ${name}`,
  /** What a new member sees. */
  welcome: (name: string) => `Welcome, ${name}`,
  choose: (count: number, realm: string) =>
    count === 1
      ? `You are in 1 channel of ${realm}. Choose others, you can leave any of them.`
      : `You are in ${count} channels of ${realm}. Choose others, you can leave any of them.`,
  open: (realm: string) => `Open ${realm}`,
  all: (count: number) => `See all ${count} channels`,
})
